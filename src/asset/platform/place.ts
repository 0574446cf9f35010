import type { Place } from './match.ts';

/**
 * What a platform's routes look at in an address.
 * @param rest the path and query of a canonical address
 * @param fragment what followed `#` in the address as it was written
 */
export function placeOf(rest: string, fragment: string): Place {
  const mark = rest.indexOf('?');
  return {
    path: decoded(mark < 0 ? rest : rest.slice(0, mark)),
    query: queryOf(mark < 0 ? '' : rest.slice(mark + 1)),
    fragment: decoded(fragment),
  };
}

function queryOf(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (query === '') return values;
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    if (!values.has(name)) values.set(name, equals < 0 ? '' : decoded(pair.slice(equals + 1)));
  }
  return values;
}

/** Text without its escapes; as it stands where they are not UTF-8. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
