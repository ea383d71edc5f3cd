import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openapiText } from '../../scripts/openapi.ts';
import { example } from '../../src/api/examples.ts';
import { PROBLEM_MEDIA_TYPE } from '../../src/api/problem.ts';
import { answerCheck } from '../../src/model/check/answer.ts';
import { PlanClaim } from '../../src/model/plan.ts';

type Json = Record<string, unknown>;
interface Media {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: { schemas: Record<string, Json> };
}

const text = openapiText();
const document: Document = JSON.parse(text);
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const { schemas } = document.components;

function examplesOf({ example, examples }: Media): unknown[] {
  return example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
}

/** A schema of the document as a validator. Zod resolves references within `$defs`. */
function validator(schema: Json): z.ZodType {
  const text = JSON.stringify({ ...schema, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/');
  return z.fromJSONSchema(JSON.parse(text));
}

test('openapi/openapi.json is what the routes say', () => {
  expect(readFileSync(join(import.meta.dirname, '../../openapi/openapi.json'), 'utf8')).toBe(text);
});

describe.each(operations.map((operation) => [operation.operationId, operation] as const))(
  '%s',
  (id, operation) => {
    const bodies = Object.values(operation.requestBody?.content ?? {});
    const answers = Object.values(operation.responses).flatMap(({ content }) => Object.values(content ?? {}));

    test('has a camelCase name of its own, a summary and one known tag', () => {
      expect(id).toMatch(/^[a-z]+([A-Z][a-z]+)+$/);
      expect(operations.filter(({ operationId }) => operationId === id)).toHaveLength(1);
      expect(operation.summary).not.toBe('');
      expect(document.tags.map(({ name }) => name)).toContain(operation.tags[0]);
      expect(operation.tags).toHaveLength(1);
    });

    test('has an example of every body, and each fits its schema', () => {
      for (const media of [...bodies, ...answers]) {
        const shown = examplesOf(media);
        expect(shown.length).toBeGreaterThan(0);
        for (const each of shown) expect(validator(media.schema).parse(each)).toEqual(each);
      }
    });

    test('says how it fails, in problem details', () => {
      const failures = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      expect(failures.map(([status]) => status)).toContain('500');
      for (const [, { content }] of failures)
        expect(Object.keys(content ?? {})).toEqual([PROBLEM_MEDIA_TYPE]);
    });
  },
);

describe('the schemas', () => {
  test('are all used', () => {
    for (const name of Object.keys(schemas)) expect(text).toContain(`"#/components/schemas/${name}"`);
  });

  test('give every object and every union a name, which generated clients need', () => {
    const anonymous: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      const isNamed = /^#\/components\/schemas\/\w+$/.test(path);
      if (!isNamed && ('properties' in value || 'oneOf' in value || 'anyOf' in value || 'allOf' in value)) {
        anonymous.push(path);
      }
      for (const [key, each] of Object.entries(value)) {
        if (key === 'properties')
          for (const [name, field] of Object.entries(each)) visit(field, `${path}/${name}`);
        else if (key !== 'example' && key !== 'examples') visit(each, `${path}/${key}`);
      }
    };
    for (const [name, schema] of Object.entries(schemas)) visit(schema, `#/components/schemas/${name}`);
    for (const [name, item] of Object.entries(document.paths)) visit(item, name);
    expect(anonymous).toEqual([]);
  });

  test('tell the members of a tagged union apart by a discriminator, and none is nullable', () => {
    const unions = Object.values(schemas).filter((schema) => 'oneOf' in schema);
    expect(unions).toHaveLength(5);
    for (const union of unions) {
      expect(union).toMatchObject({ discriminator: { propertyName: 'kind', mapping: expect.anything() } });
      expect(JSON.stringify(union.oneOf)).not.toContain('null');
    }
  });

  test('accept amounts as text and as numbers', () => {
    for (const name of ['Quantity', 'Money'])
      expect(schemas[name]).toMatchObject({ type: ['string', 'number'] });
    expect(JSON.stringify(schemas['Node'])).toContain('#/components/schemas/Money');
  });
});

test('the example of a check is what the service answers', () => {
  expect(answerCheck(example.snapshot, {}, PlanClaim.parse(example.moves), '')).toEqual(example.check);
});
