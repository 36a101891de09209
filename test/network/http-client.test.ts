import { describe, expect, it } from 'vitest';
import { askJson, HttpFault, type HttpLimits, isLoopback } from '../../src/network/http-client.ts';
import { stubServer } from '../engines/stub-server.ts';

const asIs = (text: string): string => text;
const requestTo = (url: string) => ({ method: 'GET', url, headers: [], body: undefined, secretBody: false });

function limits(waits: number[], more: Partial<HttpLimits> = {}): HttpLimits {
  const pause = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  return { timeout: 5, retries: 9, offline: false, signal: new AbortController().signal, pause, ...more };
}

describe('askJson', () => {
  it('waits twice as long each time, up to half a minute, without a roll of dice', async () => {
    const { url } = await stubServer(() => ({ status: 503 }));
    const waits: number[] = [];
    await expect(askJson(requestTo(url), limits(waits), asIs)).rejects.toThrow('after 10 tries');
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('waits as long as the server asks, and no longer than is sensible', async () => {
    const asksFor = ['7', '0', 'Wed, 21 Oct 2026 07:28:00 GMT', '301'];
    const { url } = await stubServer((_, count) => ({ status: 429, headers: { 'retry-after': asksFor[count]! } }));
    const waits: number[] = [];
    await expect(askJson(requestTo(url), limits(waits), asIs)).rejects.toThrow(HttpFault);
    expect(waits).toEqual([7000, 0, 2000]);
  });

  it('tries again after the time limit and a broken connection', async () => {
    const { url } = await stubServer((_, count) => (count === 0 ? undefined : { json: 7 }));
    const waits: number[] = [];
    expect(await askJson(requestTo(url), limits(waits, { timeout: 0.2 }), asIs)).toBe(7);
    expect(waits).toEqual([500]);
  });

  it('says where, without what the address asks', async () => {
    const { url } = await stubServer(() => ({ status: 400 }));
    await expect(askJson(requestTo(`${url}/a/b?q=question#x`), limits([]), asIs)).rejects.toThrow(
      new HttpFault(`GET ${url}/a/b: it answered 400`, undefined, 400),
    );
  });

  it.each([
    [{ error: 'no index' }, 'no index'],
    [{ error: { message: 'no model' } }, 'no model'],
    [{ error: { reason: 'no such index [x]', root_cause: [] } }, 'no such index [x]'],
    [{ message: 'not found', code: 'x' }, 'not found'],
    [{ error: null, message: 7 }, '{"error":null,"message":7}'],
    [null, 'null'],
    [['a'], '["a"]'],
  ])('says the message of a fault, if there is one: %j', async (json, said) => {
    const { url } = await stubServer(() => ({ status: 400, json }));
    const error = await askJson(requestTo(url), limits([]), asIs).catch((thrown: HttpFault) => thrown);
    expect((error as HttpFault).message).toBe(`GET ${url}: it answered 400: ${JSON.stringify(said)}`);
    expect((error as HttpFault).status).toBe(400);
  });

  it('reads no more of a fault than is shown', async () => {
    const { url } = await stubServer(() => ({ status: 400, text: 'x'.repeat(10_000_000) }));
    const error = await askJson(requestTo(url), limits([]), asIs).catch((thrown: Error) => thrown);
    expect((error as Error).message.length).toBeLessThan(500);
  });
});

describe('isLoopback', () => {
  it.each([
    'http://localhost:9200/',
    'http://LOCALHOST/',
    'http://a.localhost/',
    'http://127.0.0.1/',
    'http://127.9.9.9:1/',
    'http://[::1]:80/',
    'http://2130706433/',
    'http://0x7f.1/',
  ])('%s stays on this machine', (url) => {
    expect(isLoopback(new URL(url))).toBe(true);
  });
  it.each([
    'http://localhost.example/',
    'http://notlocalhost/',
    'http://128.0.0.1/',
    'http://127.0.0.1.nip.example/',
    'http://[::ffff:7f00:1]/',
    'http://0.0.0.0/',
  ])('%s may not', (url) => {
    expect(isLoopback(new URL(url))).toBe(false);
  });
});
