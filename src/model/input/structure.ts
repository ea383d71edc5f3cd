import { z } from 'zod';
import { type ErrorList, kindOf, show } from './error-list.ts';
import { type ValueRules, valueCheck } from './value.ts';

/**
 * Structural checks, made from the zod schemas of the public format. zod alone would do, but for three things: its
 * issues come in the order of the schema and in any number, while errors are reported in document order and only
 * counted beyond the first hundred; of a union it reports every branch; and it copies what it reads. So containers are
 * walked here, and single values are left to zod.
 */
export type Check = (value: unknown, path: (string | number)[], errors: ErrorList) => void;

/**
 * The check of a schema. Sizes are limited by `maxItems` and `maxProperties` in its `meta`.
 * @throws TypeError for a schema that says something this would not check: when the module loads, not when it matters.
 */
export function structureOf(schema: z.core.$ZodType, rules: ValueRules): Check {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
      return structureOf(def.innerType, rules);
    case 'object':
      refuseChecks(def);
      if (def.catchall?._zod.def.type !== 'never') throw new TypeError('an object that takes unknown fields');
      return objectCheck(def.shape, rules);
    case 'array':
      refuseChecks(def);
      return arrayCheck(structureOf(def.element, rules), metaNumber(schema, 'maxItems'));
    case 'tuple':
      refuseChecks(def);
      if (def.rest !== null) throw new TypeError('a tuple of any length');
      return tupleCheck(def.items.map((item) => structureOf(item, rules)));
    case 'record':
      refuseChecks(def);
      return recordCheck(
        structureOf(def.keyType, rules),
        structureOf(def.valueType, rules),
        metaNumber(schema, 'maxProperties'),
      );
    case 'union':
      if (def.options.every(isValue)) return valueCheck(schema, rules.get(schema));
      refuseChecks(def);
      return 'discriminator' in def
        ? variantCheck(String(def.discriminator), def.options, rules)
        : arrayOrRecordCheck(def.options, rules);
    default:
      if (!isValue(schema)) throw new TypeError(`no structural check for ${def.type}`);
      return valueCheck(schema, rules.get(schema));
  }
}

/** Refinements of containers would need the container in a form that zod knows: cross-references are checked by hand. */
function refuseChecks(def: z.core.$ZodTypeDef): void {
  if (def.checks?.length) throw new TypeError(`refinements of a whole ${def.type} are not checked`);
}

function isValue(schema: z.core.$ZodType): boolean {
  return ['string', 'number', 'boolean', 'enum', 'literal'].includes(schema._zod.def.type);
}

function metaNumber(schema: z.core.$ZodType, key: string): number {
  const value = z.globalRegistry.get(schema)?.[key];
  return typeof value === 'number' ? value : Number.POSITIVE_INFINITY;
}

function addType(path: (string | number)[], errors: ErrorList, expected: string, value: unknown): void {
  errors.add(path, 'type', () => `expected ${expected}, found ${kindOf(value)}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'object';
}

function objectCheck(shape: z.core.$ZodShape, rules: ValueRules): Check {
  const fields = new Map(Object.entries(shape).map(([key, field]) => [key, structureOf(field, rules)]));
  const required = Object.keys(shape).filter((key) => shape[key]._zod.optin !== 'optional');
  return (value, path, errors) => {
    if (!isObject(value)) return addType(path, errors, 'an object', value);
    for (const key of required) {
      if (value[key] === undefined) errors.add(path, 'required', () => `"${key}" is missing`);
    }
    for (const key of Object.keys(value)) {
      const check = fields.get(key);
      path.push(key);
      if (check === undefined) {
        errors.add(path, 'unknown-field', () => `no such field; there are ${[...fields.keys()].join(', ')}`);
      } else if (value[key] !== undefined) check(value[key], path, errors);
      path.pop();
    }
  };
}

function arrayCheck(element: Check, maxItems: number): Check {
  return (value, path, errors) => {
    if (!Array.isArray(value)) return addType(path, errors, 'an array', value);
    if (value.length > maxItems) {
      return errors.add(path, 'too-many', () => `${value.length} elements; at most ${maxItems} are taken`);
    }
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      element(value[i], path, errors);
      path.pop();
    }
  };
}

function tupleCheck(elements: readonly Check[]): Check {
  return (value, path, errors) => {
    if (!Array.isArray(value)) return addType(path, errors, 'an array', value);
    if (value.length !== elements.length) {
      return errors.add(path, 'format', () => `${value.length} elements; ${elements.length} are needed`);
    }
    for (let i = 0; i < elements.length; i++) {
      path.push(i);
      elements[i](value[i], path, errors);
      path.pop();
    }
  };
}

function recordCheck(name: Check, element: Check, maxProperties: number): Check {
  return (value, path, errors) => {
    if (!isObject(value)) return addType(path, errors, 'an object', value);
    const keys = Object.keys(value);
    if (keys.length > maxProperties) {
      return errors.add(path, 'too-many', () => `${keys.length} fields; at most ${maxProperties} are taken`);
    }
    for (const key of keys) {
      path.push(key);
      name(key, path, errors);
      element(value[key], path, errors);
      path.pop();
    }
  };
}

/** Objects told apart by one field. */
function variantCheck(discriminator: string, options: readonly z.core.$ZodType[], rules: ValueRules): Check {
  const variants = new Map<unknown, Check>();
  for (const option of options) {
    for (const value of option._zod.propValues?.[discriminator] ?? [])
      variants.set(value, structureOf(option, rules));
  }
  return (value, path, errors) => {
    if (!isObject(value)) return addType(path, errors, 'an object', value);
    const variant = variants.get(value[discriminator]);
    if (variant) return variant(value, path, errors);
    const names = [...variants.keys()].map(show).join(', ');
    if (value[discriminator] === undefined) {
      return errors.add(path, 'required', () => `"${discriminator}" is missing: one of ${names}`);
    }
    errors.add(
      [...path, discriminator],
      'format',
      () => `${show(value[discriminator])} is not one of ${names}`,
    );
  };
}

function arrayOrRecordCheck(options: readonly z.core.$ZodType[], rules: ValueRules): Check {
  const branch = (type: string) => {
    const option = options.find((candidate) => candidate._zod.def.type === type);
    if (option === undefined || options.length !== 2)
      throw new TypeError('a union of more than an array and a record');
    return structureOf(option, rules);
  };
  const array = branch('array');
  const record = branch('record');
  return (value, path, errors) => {
    if (Array.isArray(value)) return array(value, path, errors);
    if (isObject(value)) return record(value, path, errors);
    addType(path, errors, 'an object or an array', value);
  };
}
