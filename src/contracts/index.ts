// `rag-lab/contracts`: what an implementation of each port must do, as cases for any test runner.
export type { ContractCase } from './contract-case.ts';
