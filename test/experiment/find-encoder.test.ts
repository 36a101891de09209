import { describe, expect, it } from 'vitest';
import type { EncoderDef } from '../../src/core/contracts.ts';
import { findEncoder } from '../../src/experiment/find-encoder.ts';

const encoders = ['use-lite', 'hf'].map((name) => ({ name }) as EncoderDef);

describe('findEncoder', () => {
  it('parts the name from the model at the first colon', () => {
    expect(findEncoder(encoders, 'use-lite')).toMatchObject({ def: { name: 'use-lite' }, model: '' });
    expect(findEncoder(encoders, 'hf:org/name')).toMatchObject({ def: { name: 'hf' }, model: 'org/name' });
    expect(findEncoder(encoders, 'hf:mini:latest')).toMatchObject({ def: { name: 'hf' }, model: 'mini:latest' });
  });

  it('names the nearest where there is none', () => {
    expect(findEncoder(encoders, 'use-light:x').fault?.message).toBe(
      'unknown encoder "use-light"; did you mean "use-lite"? (known: use-lite, hf)',
    );
  });
});
