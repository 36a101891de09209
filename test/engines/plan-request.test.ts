import { describe, expect, it } from 'vitest';
import { http } from '../../src/engines/http.ts';
import { planRequest, type RequestPlan } from '../../src/engines/plan-request.ts';
import { requestTemplates } from '../../src/engines/request-templates.ts';
import { paramsOf } from './engine-world.ts';

const plan = (args: Readonly<Record<string, string>>): RequestPlan => planRequest(paramsOf(http, args)) as RequestPlan;

describe('planRequest', () => {
  it.each(requestTemplates.map((template) => [template.name, template] as const))(
    '%s completes an address once',
    (name, { path, address }) => {
      const example = /http:\S+/.exec(address)![0];
      const { url } = plan({ template: name, url: example });
      expect(url.startsWith(example)).toBe(true);
      expect(url.endsWith(path)).toBe(true);
      expect(plan({ template: name, url: `${example}/` }).url).toBe(url);
      expect(plan({ template: name, url }).url).toBe(url);
      expect(plan({ template: name, url: url.replace(/\?.*$/, '') }).url).toBe(url);
    },
  );

  it('lets what is given replace what the template has', () => {
    const base = { template: 'opensearch', url: 'http://h/i' };
    expect(plan(base)).toMatchObject({ method: 'POST', field: 'text', limit: 10_000, fields: { id: ['._id'] } });
    expect(
      plan({
        ...base,
        field: 'title',
        id: 'fields.id[0]',
        limit: '5',
        body: '{"{{field}}":"{{query}}"}',
        text: '_source.text',
      }),
    ).toMatchObject({
      field: 'title',
      limit: 5,
      body: '{"{{field}}":"{{query}}"}',
      fields: { id: ['.fields', '.id', 0], score: ['._score'], text: ['._source', '.text'] },
    });
  });

  it('expects the fields of a program where there is no template', () => {
    const { hits, fields, limit } = plan({ url: 'http://h/?q={{query}}' });
    expect(hits).toEqual(['.hits']);
    expect(Object.keys(fields)).toEqual(['id', 'score', 'document', 'start', 'end', 'text']);
    expect(limit).toBe(Number.POSITIVE_INFINITY);
    expect(plan({ url: 'http://h/?q={{query}}', hits: '$' }).hits).toEqual([]);
  });
});
