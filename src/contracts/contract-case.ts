// A case of a contract: a name and something to run, so that every test runner can take it:
// `for (const { name, run } of retrieverContract(mine)) it(name, run);`

export interface ContractCase {
  readonly name: string;
  /** Rejects with a ContractBroken that tells what was expected of whom and what came instead. */
  run(): Promise<void>;
}

export class ContractBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ContractBroken';
  }
}

export function demand(holds: boolean, message: () => string): asserts holds {
  if (!holds) throw new ContractBroken(message());
}
