// The encoder of the contracts, under the name that tests know it by.
export { wordEncoder as fakeEncoder } from '../../src/contracts/word-encoder.ts';
