import type { OpenAPIHono } from '@hono/zod-openapi';

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/**
 * A component with a description of its own where it is used (`Money.describe(…)`) is written out there, without its
 * name. OpenAPI 3.1 allows a description beside a reference, so the name can stay.
 */
export function keepNames(document: OpenApiDocument): OpenApiDocument {
  const components = Object.entries(document.components?.schemas ?? {});
  const names = new Map(components.map(([name, schema]) => [shapeOf(schema), name]));
  const originals = new Set<unknown>(components.map(([, schema]) => schema));
  const text = JSON.stringify(document, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('description' in value) || originals.has(value))
      return value;
    const name = names.get(shapeOf(value));
    return name === undefined
      ? value
      : { $ref: `#/components/schemas/${name}`, description: value.description };
  });
  return JSON.parse(text);
}

/** What a schema allows, whatever it says of it. */
function shapeOf(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined });
}
