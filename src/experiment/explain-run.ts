// Rankings only to be explained: of a few questions, or of one that has no evidence; no measures, no report.
import type { Explanation } from '../core/explanation.ts';
import { type ExplainOptions, explainQuestions } from './explain.ts';
import { refuseNone, type SearchSystemsRequest, searchSystems } from './search-systems.ts';
import { splitByEvidence } from './unanswerable.ts';

export interface ExplainRunRequest extends SearchSystemsRequest {
  readonly explain: ExplainOptions;
}

/** @throws LabErrors where no system worked */
export function runExplanation(request: ExplainRunRequest): Promise<Explanation> {
  const { plan, dataset, context, keepGoing, explain } = request;
  return searchSystems(
    request,
    splitByEvidence(dataset),
    (_, work) => work(),
    async (searched) => {
      const more = keepGoing === undefined ? {} : { keepGoing };
      const explanation = await explainQuestions({ ...searched, plan, dataset, context, ...more, ...explain });
      refuseNone(explanation.systems, explanation.failed ?? []);
      return explanation;
    },
  );
}
