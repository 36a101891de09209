import { describe, expect, it } from 'vitest';
import { sha256, sha256Base64, sha256Raw } from '../../src/core/hash.ts';

describe('hashes', () => {
  it('tells lists of parts apart that concatenate to the same text', () => {
    expect(sha256(['ab', 'c'])).not.toBe(sha256(['a', 'bc']));
    expect(sha256(['abc'])).not.toBe(sha256(['abc', '']));
  });

  it('is the plain SHA-256 where nothing is added', () => {
    expect(sha256Raw([Buffer.from('ab'), Buffer.from('c')])).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('is in base 64 what a content security policy names', () => {
    expect(Buffer.from(sha256Base64('abc'), 'base64').toString('hex')).toBe(sha256Raw([Buffer.from('abc')]));
  });
});
