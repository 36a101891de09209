// The public API, for scripts and for authors of retrievers, measures, chunkers, datasets and report formats.
//
//   import { builtinCatalog, createRng, planExperiment, runExperiment } from 'rag-lab';
//
//   const catalog = builtinCatalog();
//   const plan = planExperiment(catalog, {
//     systems: ['bm25', 'lex=bm25(k1=0.9,b=0.4)'], measures: ['R@3', 'nDCG@10'], cutoff: 3, chunker: 'sentence',
//   });
//   const context = { rng: createRng(404), progress: { report() {} }, signal: new AbortController().signal };
//   const handbook = catalog.datasetFormats.find(({ name }) => name === 'handbook');
//   const dataset = await handbook.load('404', { pages: 100, facts: 30 }, context);
//   const { report } = await runExperiment({ plan, catalog, dataset, context, version: '1.0.0', files: false });

// The shared words: what everything is made of, and the ports that an author fills.
export { builtinCatalog, extendCatalog } from './catalog/builtin.ts';
export { loadPlugins } from './catalog/plugins.ts';
export { buildCollection, countWords, estimateTokens } from './core/collection.ts';
export type * from './core/comparison.ts';
export type * from './core/contracts.ts';
export { type ErrorArgs, type ErrorCode, LabError, LabErrors } from './core/errors.ts';
export type * from './core/evaluation.ts';
export type * from './core/explanation.ts';
export type * from './core/gate.ts';
export type * from './core/model.ts';
export { compareText, rankScores } from './core/order.ts';
export type * from './core/results.ts';
export { createRng, type Rng } from './core/rng.ts';
export {
  type MeasureSpec,
  type PartSpec,
  parseMeasure,
  parsePart,
  parseSystem,
  printParams,
  resolveParams,
  type SystemSpec,
  splitList,
} from './core/spec.ts';
// Files of others: judgments and runs, read as they stream by.
export type { ByteSource, NamedBytes, NamedPath, ReadingOptions } from './datasets/byte-source.ts';
export { readQrels } from './datasets/read-qrels.ts';
export { type ReadRun, type RunReadingOptions, readRun } from './datasets/read-run.ts';
// Measuring: evidence onto chunks, rankings against judgments, TREC files.
export {
  type AveragingSet,
  createEvaluation,
  type Evaluation as RunningEvaluation,
  type EvaluationOptions,
  type EvaluationResult,
} from './eval/evaluate.ts';
export type { Rankings } from './eval/fusion/fuse.ts';
export { judgeEvidence, judgeIds, rankNeeds } from './eval/judge.ts';
export type { JudgedTopic } from './eval/judged-topic.ts';
export { type ResolvedMeasure, resolveMeasure, resolveMeasures } from './eval/measure-name.ts';
export { countPairs, type PairCounts } from './eval/pairs.ts';
export { chunkQrels, type Projection, projectEvidence, type TopicEvidence } from './eval/project.ts';
export {
  formatQrels,
  formatRanking,
  formatRun,
  parseQrels,
  parseRun,
  type TrecRanking,
  type TrecRun,
} from './eval/trec.ts';
// Experiments: a plan checked before any work, then rankings, scores, misses. The gate holds a report against rules and a baseline.
export type { Baseline } from './experiment/comparability.ts';
export type { ExplainOptions } from './experiment/explain.ts';
export { type ExplainRunRequest, runExplanation } from './experiment/explain-run.ts';
export { evaluateGate, type GateRequest } from './experiment/gate.ts';
export { type DropUnit, type GateRule, parseRule, printRule, type SliceTarget } from './experiment/gate-rules.ts';
export {
  type Plan,
  type PlannedChunker,
  type PlannedSystem,
  type PlanRequest,
  planExperiment,
  type SystemNode,
} from './experiment/plan.ts';
export { prepareCollection } from './experiment/prepare.ts';
export { type ExperimentRequest, runExperiment } from './experiment/run.ts';
// Several runs made one.
export { type CompareOptions, compare } from './library/compare-runs.ts';
export { type EvaluateOptions, evaluate } from './library/evaluate-run.ts';
export { fuse } from './library/fuse-runs.ts';
// Statistics.
export { type Bootstrap, createBootstrap } from './stats/bootstrap.ts';
export { mcnemarExact } from './stats/mcnemar.ts';
export { type Interval, wilsonInterval } from './stats/wilson.ts';
