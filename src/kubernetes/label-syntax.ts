/** What may be a label (apimachinery, `util/validation`): the scheduler and the API server read no selector with anything else. */

const NAME = /^([A-Za-z0-9][A-Za-z0-9_.-]*)?[A-Za-z0-9]$/;
const DOMAIN_PART = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

/** IsQualifiedName: `name` or `prefix.example/name`. */
export function isLabelKey(text: string): boolean {
  const parts = text.split('/', 3);
  const name = parts.pop() as string;
  if (parts.length > 1 || name.length > 63 || !NAME.test(name)) return false;
  return parts.every(
    (prefix) => prefix.length <= 253 && prefix.split('.').every((part) => DOMAIN_PART.test(part)),
  );
}

/** IsValidLabelValue. */
export function isLabelValue(text: string): boolean {
  return text === '' || (text.length <= 63 && NAME.test(text));
}
