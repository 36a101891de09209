import { describe, expect, it } from 'vitest';
import { soundsSecret } from '../../src/core/secret-name.ts';

describe('soundsSecret', () => {
  it.each([
    ['Authorization', 'header'],
    ['X-TYPESENSE-API-KEY', 'header'],
    ['Ocp-Apim-Subscription-Key', 'header'],
    ['x-functions-key', 'header'],
    ['Cookie', 'header'],
    ['api_key', 'address'],
    ['key', 'address'],
    ['accessToken', 'address'],
    ['apiKey', 'body'],
    ['client_secret', 'body'],
  ] as const)('%s in a %s does', (name, place) => {
    expect(soundsSecret(name, place)).toBe(true);
  });

  it.each([
    ['X-Tenant', 'header'],
    ['Accept', 'header'],
    ['author', 'address'],
    ['tokenizer', 'address'],
    ['max_tokens', 'body'],
    ['key', 'body'],
    ['primary_key', 'body'],
    ['', 'body'],
  ] as const)('%s in a %s does not', (name, place) => {
    expect(soundsSecret(name, place)).toBe(false);
  });
});
