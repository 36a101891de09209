import { beforeAll, describe, expect, it } from 'vitest';
import { builtinCatalog } from '../../src/catalog/builtin.ts';
import type { ExplainedSystem, Explanation, ScoreAnatomy } from '../../src/core/explanation.ts';
import type { ExperimentResult } from '../../src/core/results.ts';
import { loadHandbook } from '../../src/datasets/handbook.ts';
import type { ExplainOptions } from '../../src/experiment/explain.ts';
import { planExperiment } from '../../src/experiment/plan.ts';
import { runExperiment } from '../../src/experiment/run.ts';
import { analyzers } from '../../src/text/analyzers.ts';
import { quietContext } from './tiny.ts';

const LEXICAL = [
  'bm25',
  'bm25(analyzer=plain)',
  'bm25(analyzer=english-lucene)',
  'bm25(k1=0.9,b=0.4)',
  'bm25-synonyms',
  'tfidf',
  'tfidf(analyzer=english-lucene)',
  'synonym-tfidf',
  'synonym-tfidf(analyzer=plain)',
];
const FUSIONS = ['rrf[bm25,tfidf]', 'rrf[bm25,tfidf](unmatched=rank,weights=0.7:0.3)', 'weighted[bm25,synonym-tfidf]'];

async function handbook404(systems: readonly string[], explain: ExplainOptions): Promise<ExperimentResult> {
  const catalog = builtinCatalog();
  const plan = planExperiment(catalog, { systems, measures: ['R@3'], cutoff: 3, chunker: 'sentence' });
  const { dataset } = await loadHandbook({ seed: 404 });
  return runExperiment({ plan, catalog, dataset, context: quietContext(), version: '0', files: false, explain });
}

function sumOf(anatomy: ScoreAnatomy | undefined): number {
  if (!anatomy) return 0;
  if (anatomy.kind === 'lists') return anatomy.votes.reduce((sum, { vote }) => sum + vote, 0);
  return anatomy.parts.reduce((sum, { weight }) => sum + weight, 0);
}

describe('every question of seed 404', () => {
  let result: ExperimentResult;
  let explanation: Explanation;
  const all = (): { system: ExplainedSystem; id: string }[] =>
    explanation.questions.flatMap(({ id, systems }) => systems.map((system) => ({ id, system })));

  beforeAll(async () => {
    result = await handbook404([...LEXICAL, ...FUSIONS], {});
    explanation = result.explanation!;
  });

  it('is explained for every system', () => {
    expect(explanation.questions).toHaveLength(60);
    expect(all()).toHaveLength(60 * (LEXICAL.length + FUSIONS.length));
  });

  it('has scores that are the sums of their parts, in the answer and above it', () => {
    let checked = 0;
    for (const { system } of all()) {
      for (const chunk of [system.answer!, ...system.above]) {
        expect(Math.abs(sumOf(chunk.anatomy) - chunk.score!)).toBeLessThanOrEqual(1e-12);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(60 * 12 * 3);
  });

  it('has parts that are the products they are told to be', () => {
    for (const { system } of all()) {
      for (const { anatomy } of [system.answer!, ...system.above]) {
        if (anatomy?.kind === 'terms') {
          for (const { weight, idf, queryWeight, lengthFactor } of anatomy.parts) {
            expect(Math.abs(weight - idf * queryWeight * lengthFactor)).toBeLessThanOrEqual(1e-12);
          }
        } else if (anatomy?.kind === 'lists' && system.spec.startsWith('weighted')) {
          for (const { vote, weight, normalised } of anatomy.votes) {
            expect(Math.abs(vote - weight * (normalised ?? 0))).toBeLessThanOrEqual(1e-12);
          }
        }
      }
    }
  });

  it('agrees with the report on what was missed, where the answer stands and why', () => {
    const misses = result.report.misses.map((miss) => [
      miss.system,
      miss.question,
      miss.rank,
      miss.chunk,
      miss.diagnosis,
      miss.inCandidates,
    ]);
    const explained = all()
      .filter(({ system }) => !system.found)
      .map(({ system, id }) => [
        system.system,
        id,
        system.answer!.rank,
        system.answer!.chunk,
        system.diagnosis,
        system.inCandidates,
      ]);
    expect(new Set(explained.map(String))).toEqual(new Set(misses.map(String)));
    expect(all().every(({ system }) => system.found === (system.diagnosis === undefined))).toBe(true);
  });

  it('leads by what the sums above have over the answer', () => {
    for (const { system } of all()) {
      const higher = system.above.filter(({ rank }) => rank! < system.answer!.rank!);
      const over = higher.reduce((sum, { score }) => sum + score! - system.answer!.score!, 0);
      const lead = system.lead.reduce((sum, { weight }) => sum + weight, 0);
      expect(Math.abs(over - lead)).toBeLessThanOrEqual(1e-10);
      expect(system.outrankedBy).toBe(system.answer!.rank! - 1);
    }
  });

  it('shares content words with its answer exactly where the analysed terms of both meet', () => {
    for (const { id, text, evidence, systems } of explanation.questions) {
      for (const analyzer of analyzers) {
        const spec = analyzer.name === 'article' ? 'bm25' : `bm25(analyzer=${analyzer.name})`;
        const there = new Set(evidence.flatMap(({ quote }) => analyzer.terms(quote)));
        const common = new Set(analyzer.terms(text).filter((term) => there.has(term)));
        const { shared } = systems.find((system) => system.spec === spec)!;
        expect(new Set(shared), `${id} ${spec}`).toEqual(common);
      }
    }
  });

  it('knows every chunk that it names', () => {
    for (const { system } of all()) {
      for (const { chunk } of [system.answer!, ...system.above]) expect(explanation.chunks[chunk]!.text).not.toBe('');
    }
    for (const { evidence } of explanation.questions) {
      for (const { quote, chunks } of evidence) {
        expect(chunks.length).toBeGreaterThan(0);
        expect(explanation.chunks[chunks[0]!]!.text).toContain(quote);
      }
    }
  });
});

describe('the vacation question', () => {
  it('shares no content word with its answer, and names the incidental terms that scored', async () => {
    const { explanation } = await handbook404(['bm25', 'synonym-tfidf'], {
      questions: ['annual-leave.paraphrase'],
      hints: true,
    });
    const [bm25, synonyms] = explanation!.questions[0]!.systems;
    expect(bm25!.shared).toEqual([]);
    expect(bm25!.bridged).toBeUndefined();
    expect(bm25!.hint).toEqual({ word: 'vacation', term: 'annual', rank: 1 });

    expect(bm25!.answer!.anatomy).toMatchObject({ kind: 'terms', parts: [{ term: 'day' }] });
    expect(synonyms!.bridged).toContainEqual({ word: 'vacation', term: 'leave' });
  });
});
