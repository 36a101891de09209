// The encoder of the contracts, under the name that tests know it by.
export { type WordEncoder as FakeEncoder, wordEncoder as fakeEncoder } from '../../src/contracts/word-encoder.ts';
