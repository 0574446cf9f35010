type Value = string | number | { readonly [key: string]: Value };

/** A value of a MaxMind DB file (its format 2.0, "Data Section"): a short text, a number of 32 bits, or a map. */
function encoded(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([Buffer.from([(2 << 5) | value.length]), Buffer.from(value)]);
  if (typeof value === 'number')
    return Buffer.from([(6 << 5) | 4, ...new Uint8Array(Uint32Array.of(value).buffer).reverse()]);
  const entries = Object.entries(value).flat().map(encoded);
  return Buffer.concat([Buffer.from([(7 << 5) | (entries.length / 2)]), ...entries]);
}

/** A MaxMind DB file of IPv6. @param networks the bits at the beginning of each network's addresses, and its record */
export function mmdbOf(networks: readonly (readonly [bits: string, record: Value])[]): Buffer {
  const nodes: (number | null)[][] = [[null, null]];
  const leaves: { readonly node: number; readonly side: number; readonly at: number }[] = [];
  let data = Buffer.alloc(0);
  for (const [bits, record] of networks) {
    let node = 0;
    for (const bit of bits.slice(0, -1)) node = nodes[node]![Number(bit)] ??= nodes.push([null, null]) - 1;
    leaves.push({ node, side: Number(bits.at(-1)), at: data.length });
    data = Buffer.concat([data, encoded(record)]);
  }
  for (const { node, side, at } of leaves) nodes[node]![side] = nodes.length + 16 + at;
  const tree = nodes.flat().flatMap((place) => {
    const value = place ?? nodes.length;
    return [value >> 16, (value >> 8) & 0xff, value & 0xff];
  });
  const metadata = encoded({ node_count: nodes.length, record_size: 24, ip_version: 6 });
  return Buffer.concat([
    Buffer.from(tree),
    Buffer.alloc(16),
    data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}
