// `rag-lab/contracts`: what an implementation of each port must do, as cases for any test runner:
//
//   import { retrieverContract } from 'rag-lab/contracts';
//   for (const { name, run } of retrieverContract(mine)) it(name, run);
export { type ChunkerContractOptions, chunkerContract } from './chunker.ts';
export { ContractBroken, type ContractCase } from './contract-case.ts';
export { type DocumentFormatContractOptions, documentFormatContract } from './document-format.ts';
export { type MeasureContractOptions, measureContract } from './measure.ts';
export { type RetrieverContractOptions, retrieverContract } from './retriever.ts';
