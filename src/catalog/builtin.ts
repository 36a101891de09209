// Every registry as one Catalog: what an experiment and `rag-lab list` are handed.
import type { Catalog } from '../core/contracts.ts';
import { datasetFormats } from '../datasets/registry.ts';
import { encoders } from '../encoders/registry.ts';
import { fusions } from '../eval/fusion/registry.ts';
import { measures } from '../eval/measures/registry.ts';
import { chunkers } from '../ingest/chunkers/registry.ts';
import { documentFormats } from '../ingest/formats/registry.ts';
import { reportFormats } from '../report/formats/registry.ts';
import { aliases } from '../retrieval/aliases.ts';
import { retrievers } from '../retrieval/registry.ts';

export function builtinCatalog(): Catalog {
  return { retrievers, encoders, measures, fusions, chunkers, datasetFormats, documentFormats, reportFormats, aliases };
}
