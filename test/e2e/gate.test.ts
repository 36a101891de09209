// The built gate in a shell: exit codes through pipes, whole output, a reader that goes away, the project's own baseline.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { stableJson } from '../../src/report/formats/json.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';
import { oneSystem, reportOf } from '../experiment/gate-reports.ts';
import { runBuilt, runShell } from './built.ts';

const at = temporaryFolder();
const surroundings = { cwd: at, env: { RAG_LAB_CACHE: join(at, 'cache') } };
const GATE = '$LAB gate --baseline old.json --report';

beforeAll(() => {
  // Many questions, so that the result is larger than any buffer of a pipe.
  writeFileSync(join(at, 'old.json'), stableJson(reportOf(oneSystem(3000, 2900))));
  writeFileSync(join(at, 'worse.json'), stableJson(reportOf(oneSystem(3000, 900))));
});

describe('rag-lab gate in a shell', () => {
  it('keeps its exit code through a pipe', async () => {
    const codeOf = async (line: string): Promise<number | null> =>
      (await runShell(`set -o pipefail; ${line} | cat > /dev/null`, surroundings)).code;
    expect(await codeOf(`${GATE} old.json`)).toBe(0);
    expect(await codeOf(`${GATE} worse.json`)).toBe(1);
    expect(await codeOf(`${GATE} worse.json --json`)).toBe(1);
    expect(await codeOf(`${GATE} worse.json --format github`)).toBe(1);
    expect(await codeOf(`${GATE} worse.json --rule x 2> /dev/null`)).toBe(2);
    expect(await codeOf('$LAB gate --baseline none.json --report old.json')).toBe(3);
  });

  it('writes a large result whole, and without a control sequence', async () => {
    const piped = await runShell(`${GATE} worse.json --json | cat`, surroundings);
    await runShell(`${GATE} worse.json --json > direct.json`, surroundings);
    const direct = await runShell('cat direct.json', surroundings);
    expect(piped.out.length).toBeGreaterThan(2 ** 19);
    expect(piped.out.equals(direct.out)).toBe(true);
    expect(JSON.parse(piped.out.toString()).flips).toHaveLength(2000);
    expect((await runShell(`${GATE} worse.json`, surroundings)).out.includes(0x1b)).toBe(false);
  });

  it('takes a reader that goes away for no error, and still says what it found', async () => {
    const { code, err } = await runShell(`set -o pipefail; ${GATE} worse.json --json | head -1`, surroundings);
    expect([[1, 141].includes(code!), err]).toEqual([true, '']);
  });

  it('reads a report from a pipe', async () => {
    expect(
      (await runShell('cat old.json | $LAB gate --baseline old.json --report /dev/stdin', surroundings)).code,
    ).toBe(0);
  });

  it('reads the baseline of this project, which `npm run check` holds a run against', async () => {
    const baseline = fileURLToPath(new URL('../../reports/baselines/handbook-404.json', import.meta.url));
    const { code, out } = await runBuilt(['gate', '--baseline', baseline, '--report', baseline], surroundings);
    expect([code, out.toString()]).toEqual([0, expect.stringMatching(/^PASS: 8 rules hold\n/)]);
  });
});
