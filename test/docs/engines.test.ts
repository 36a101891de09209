// docs/engines.md stays true: its programs run, its systems can be planned, its tables are those of the code.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import { retrieverContract } from '../../src/contracts/retriever.ts';
import { splitList } from '../../src/core/spec.ts';
import { http } from '../../src/engines/http.ts';
import { requestTemplates } from '../../src/engines/request-templates.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { labIn } from '../cli/in-process.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { stubServer } from '../engines/stub-server.ts';

const doc = readFileSync(fileURLToPath(new URL('../../docs/engines.md', import.meta.url)), 'utf8');
const blocks = (language: string): string[] =>
  [...doc.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1]!);

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const home = temporaryFolder();
const { lab, folder } = labIn(home);
const env = { PATH: process.env.PATH };

/** A folder with three documents, two questions, and the programs of the page. */
function project(): string {
  const at = folder();
  mkdirSync(join(at, 'docs'));
  const pages = {
    leave: 'Annual leave must be requested three weeks ahead.',
    badges: 'Badges are blue and worn visibly.',
    canteen: 'The canteen opens at noon.',
  };
  for (const [name, text] of Object.entries(pages))
    writeFileSync(join(at, 'docs', `${name}.md`), `# ${name}\n\n${text}\n`);
  const question = (id: string, text: string, document: string, quote: string): string =>
    `${JSON.stringify({ id: `${id}.same`, fact: id, text, wording: 'same', split: 'tuning', evidence: [{ document, quote }] })}\n`;
  writeFileSync(
    join(at, 'questions.jsonl'),
    question('leave', 'How far ahead must annual leave be requested?', 'leave.md', 'requested three weeks ahead') +
      question('badges', 'How are badges worn?', 'badges.md', 'worn visibly'),
  );
  writeFileSync(join(at, 'my_search.py'), blocks('python')[0]!);
  writeFileSync(join(at, 'search.sh'), blocks('sh').find((block) => block.includes('while IFS'))!);
  return at;
}

async function measure(system: string, at = project()): Promise<string> {
  const argv = ['run', '--corpus', 'docs', '--questions', 'questions.jsonl', '--systems', system, '--cutoff', '1'];
  const { code, out, err } = await lab(argv, { cwd: at, env });
  expect([code, err]).toEqual([0, '']);
  return out.trimEnd().split('\n').at(-1)!;
}

describe('docs/engines.md', () => {
  it.skipIf(!has('python3'))('has a program in Python that answers', async () => {
    const system = /mine=command\(run="python3[^']*\)/.exec(blocks('sh')[0]!)![0];
    expect(await measure(system)).toContain(' mine:same:R@1=2/2');
  });

  it.skipIf(process.platform === 'win32')('has a program for the shell that answers', async () => {
    const system = /`(command\(run="sh search\.sh"[^`]*)`/.exec(doc)![1]!;
    expect(await measure(`mine=${system}`)).toContain(' mine:same:R@1=2/2');
  });

  describe.skipIf(!has('python3'))('has a program in Python that passes the suite', () => {
    const command = builtinCatalog().retrievers.find(({ name }) => name === 'command')!;
    const block = blocks('js')[0]!;
    const params = { run: /run: '([^']*)'/.exec(block)![1]!, chunks: /chunks: '([^']*)'/.exec(block)![1]! };
    const host = { folder: project(), env, offline: true, allowDownload: false };
    for (const { name, run } of retrieverContract(command, { params, host })) it(name, run);
  });

  it('has a request that servers understand', async () => {
    const { url, asked } = await stubServer(({ body }) => {
      const { q, top } = JSON.parse(body) as { q: string; top: number };
      const id = q.includes('badges') ? 'badges.md#0' : 'leave.md#0';
      return { json: { result: { items: [{ chunk: { id }, score: 0.5 }].slice(0, top) } } };
    });
    const system = /'(mine=http\([^']*)'/.exec(blocks('sh').find((block) => block.includes('result.items'))!)![1]!;
    expect(await measure(system.replace('http://localhost:8000', url))).toContain(' mine:same:R@1=2/2');
    expect(asked[0]!.path).toBe('/search');
  });

  it('writes systems that can be planned', () => {
    const lists = blocks('sh').flatMap((block) =>
      [...block.matchAll(/--systems '([^']*)'/g)].map((match) => match[1]!),
    );
    const inline = [...doc.matchAll(/`((?:command|http|runfile)\((?!\.)[^`]*\))`/g)].map((match) => match[1]!);
    const systems = [...lists.flatMap(splitList), ...inline].filter((text) => !text.includes('...'));
    expect(systems.length).toBeGreaterThan(4);
    for (const system of systems) {
      expect(() =>
        planExperiment(builtinCatalog(), { systems: [system], measures: [], cutoff: 3, chunker: 'sentence' }),
      ).not.toThrow();
    }
  });

  it('has the GraphQL request in a form that reads back', () => {
    const params = /`(body="[^`]*_additional\.score)`/.exec(doc)![1]!;
    const system = `http(url=http://localhost:8080/v1/graphql,${params})`;
    const { systems } = planExperiment(builtinCatalog(), {
      systems: [system],
      measures: [],
      cutoff: 3,
      chunker: 'sentence',
    });
    expect(systems[0]!.spec).not.toMatch(/\s/);
  });

  it('lists the templates as they are', () => {
    for (const { name, address, id, limit } of requestTemplates) {
      const row = doc.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
      const example = /http:\S+/.exec(address)![0];
      expect(row, name).toContain(`\`${example}\``);
      expect(row, name).toContain(`\`${id}\``);
      expect(row?.replaceAll(',', ''), name).toContain(` ${limit} `);
    }
  });

  it('lists the parameters as they are', () => {
    const catalog = builtinCatalog();
    for (const name of ['command', 'http', 'runfile']) {
      const def = catalog.retrievers.find((retriever) => retriever.name === name)!;
      for (const [param, spec] of Object.entries(def.params)) {
        expect(doc, `${name}: ${param}`).toMatch(new RegExp(`\`${param}=?\`|\\b${param}=`));
        if (typeof spec.default !== 'number') continue;
        const row = doc
          .split('\n')
          .find((line) => line.startsWith(`| \`${param}\` |`) && line.includes(` ${spec.default} `));
        expect(row, `${name}: ${param}`).toBeDefined();
      }
    }
    expect(http.params.method.default).toBe('auto');
  });
});
