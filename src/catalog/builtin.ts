// Every registry as one Catalog: what an experiment and `rag-lab list` are handed.
import type { Catalog } from '../core/contracts.ts';
import { datasetFormats } from '../datasets/registry.ts';
import { encoders } from '../encoders/registry.ts';
import { engines } from '../engines/registry.ts';
import { fusions } from '../eval/fusion/registry.ts';
import { measures } from '../eval/measures/registry.ts';
import { chunkers } from '../ingest/chunkers/registry.ts';
import { documentFormats } from '../ingest/formats/registry.ts';
import { reportFormats } from '../report/formats/registry.ts';
import { aliases } from '../retrieval/aliases.ts';
import { retrievers } from '../retrieval/registry.ts';

export function builtinCatalog(): Catalog {
  return {
    retrievers: [...retrievers, ...engines],
    encoders,
    measures,
    fusions,
    chunkers,
    datasetFormats,
    documentFormats,
    reportFormats,
    aliases,
  };
}

/**
 * What stands in `base`, then what `part` adds. Its document formats stand first: a file is read by the first that names its
 * extension, and whoever adds one for an extension means it.
 */
export function extendCatalog(base: Catalog, part: Partial<Catalog>): Catalog {
  return {
    retrievers: [...base.retrievers, ...(part.retrievers ?? [])],
    encoders: [...base.encoders, ...(part.encoders ?? [])],
    measures: [...base.measures, ...(part.measures ?? [])],
    fusions: [...base.fusions, ...(part.fusions ?? [])],
    chunkers: [...base.chunkers, ...(part.chunkers ?? [])],
    datasetFormats: [...base.datasetFormats, ...(part.datasetFormats ?? [])],
    documentFormats: [...(part.documentFormats ?? []), ...base.documentFormats],
    reportFormats: [...base.reportFormats, ...(part.reportFormats ?? [])],
    aliases: new Map([...(base.aliases ?? []), ...(part.aliases ?? [])]),
  };
}
