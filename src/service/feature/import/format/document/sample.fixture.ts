/** A list in one of the formats, and what it lists: `+` allows, and nothing with `honest` in its name may be blocked. */
export type ListSample = {
  readonly name: string;
  readonly format: string;
  readonly content: string;
  readonly taken: readonly string[];
};

export const WALLET = '0x52908400098527886e0f7030069857d2e4169ee7';
export const BITCOIN = '1FbofgZJcFimbBfDwKcQqQmtC9Wy1HXfxZ';
export const SOLANA = '9U7D2QA2LQgGURsexLm78K6PpQ3YcBtt1VX1YQKCVFGz';
export const HASH = 'd41d8cd98f00b204e9800998ecf8427e';

const attribute = (type: string, value: string, more = {}) => ({ type, value, to_ids: true, ...more });
const indicator = (pattern: string, more = {}) => ({ type: 'indicator', pattern, pattern_type: 'stix', ...more });

/** Samples of lists that are one document, or one on each line. */
export const DOCUMENT_SAMPLES: readonly ListSample[] = [
  {
    name: 'the configuration of eth-phishing-detect',
    format: 'eth-phishing-detect',
    content: JSON.stringify({
      version: 2,
      fuzzylist: ['honest.example'],
      whitelist: ['honest1.example'],
      blacklist: ['a.example', 'b.example/x', 5],
    }),
    taken: ['a.example', 'b.example/x', '+honest1.example'],
  },
  {
    name: 'the lists of its client',
    format: 'eth-phishing-detect',
    content: JSON.stringify({
      data: {
        fuzzylist: ['honest.example'],
        allowlist: ['honest1.example'],
        blocklist: ['a.example'],
        blocklistPaths: ['b.example/x'],
        c2DomainBlocklist: [HASH],
      },
    }),
    taken: ['a.example', 'b.example/x', '+honest1.example'],
  },
  {
    name: 'the list of polkadot-js',
    format: 'polkadot-phishing',
    content: JSON.stringify({
      allow: ['honest.example'],
      deny: ['a.example', 'B.example.'],
      denySub: ['x.com/FakeAirdrop'],
    }),
    taken: ['a.example', 'b.example', 'FakeAirdrop'.toLowerCase(), '+honest.example'],
  },
  {
    name: 'an array of hosts and addresses',
    format: 'json',
    content: JSON.stringify(['a.example', WALLET]),
    taken: ['a.example', WALLET],
  },
  {
    name: 'addresses by site',
    format: 'json',
    content: JSON.stringify({ 'a.example': [WALLET], 'b.example': [BITCOIN] }),
    taken: ['a.example', 'b.example', WALLET, BITCOIN],
  },
  {
    name: 'addresses by where they were seen',
    format: 'json',
    content: JSON.stringify({ 'honest.example': [WALLET], '(clipboard hijacker)': [BITCOIN] }),
    taken: [WALLET, BITCOIN],
  },
  {
    name: 'a warninglist of MISP',
    format: 'json',
    content: JSON.stringify({
      name: 'x',
      type: 'hostname',
      matching_attributes: ['domain'],
      list: ['a.example', '.b.example'],
    }),
    taken: ['a.example', 'b.example'],
  },
  {
    name: 'records of scams',
    format: 'json',
    content: JSON.stringify({
      success: true,
      result: [
        {
          name: 'a.example',
          type: 'scam',
          url: 'https://a.example',
          hostname: 'a.example',
          path: '/*',
          addresses: { ETH: [WALLET] },
        },
        { name: 'honest.example', type: 'verified', url: 'https://honest.example' },
      ],
    }),
    taken: ['a.example', WALLET],
  },
  {
    name: 'an answer of ThreatFox',
    format: 'json',
    content: JSON.stringify({
      query_status: 'ok',
      data: [
        { ioc: 'a.example', ioc_type: 'domain', reference: 'https://honest.example/' },
        { ioc: '203.0.113.9:443', ioc_type: 'ip:port' },
        { ioc: HASH, ioc_type: 'md5_hash' },
      ],
    }),
    taken: ['a.example', '203.0.113.9'],
  },
  {
    name: 'an export of ThreatFox',
    format: 'json',
    content: JSON.stringify({
      1: [{ ioc_value: 'a.example', ioc_type: 'domain' }],
      2: [{ ioc_value: 'https://b.example/x', ioc_type: 'url' }],
    }),
    taken: ['a.example', 'b.example/x'],
  },
  {
    name: 'objects one after another',
    format: 'json',
    content:
      '{\n  "ioc": {\n    "value": "a.example",\n    "type": "do}main\\""\n  }\n}\n{\n  "url": "https://b.example/x"\n}\n',
    taken: ['a.example', 'b.example/x'],
  },
  {
    name: 'JSON lines with the indicator inside',
    format: 'ndjson',
    content: `{"ioc":{"value":"a.example","type":"domain"},"source":{"url":"https://honest.example"}}\n{"ioc":{"value":"${HASH}","type":"md5"}}\n{"_source":{"domain":"b.example","page":{"url":"https://honest1.example"}}}\n{"domain":"honest2.example","verdict":{"malicious":false}}\n`,
    taken: ['a.example', 'b.example'],
  },
  {
    name: 'groups by what they are',
    format: 'json',
    content: JSON.stringify({ phishing: ['a.example'], 'legitimate sites': ['honest.example'] }),
    taken: ['a.example'],
  },
  {
    name: 'groups of records',
    format: 'json',
    content: JSON.stringify({ scams: [{ url: 'https://a.example/x' }], brands: [{ url: 'https://honest.example/' }] }),
    taken: ['a.example/x'],
  },
  {
    name: 'records by host',
    format: 'json',
    content: JSON.stringify({ 'a.example': { seen: 2026 }, 'honest.example': { status: 'allowed' } }),
    taken: ['a.example', '+honest.example'],
  },
  {
    name: 'lists of pages and hosts in one',
    format: 'json',
    content: JSON.stringify({ seen: 1, urls: ['https://hacked.example/x'], domains: ['hacked.example', 'a.example'] }),
    taken: ['hacked.example/x', 'a.example'],
  },
  {
    name: 'JSON lines',
    format: 'ndjson',
    content: `# https://honest.example/terms\n{"url":"https://a.example/x","detail_url":"https://honest.example/"}\n{"domain":"b.example"}\n{"address":"${WALLET}"}\n{"domain":"honest2.example","is_false_positive":true}\n{"url":"https://honest1.example/"\n`,
    taken: ['a.example/x', 'b.example', WALLET],
  },
  {
    name: 'a STIX bundle',
    format: 'stix',
    content: JSON.stringify({
      type: 'bundle',
      objects: [
        { type: 'identity', name: 'x', contact_information: 'https://honest.example/' },
        indicator("[domain-name:value = 'a.example' OR url:value = 'https://b.example/x']"),
        indicator("[domain-name:value IN ('c.example', 'd.example')]"),
        indicator("[ipv4-addr:value = '203.0.113.9'] OR [domain-name:value = 'e.example']"),
        indicator("[domain-name:value = 'honest.example' AND url:value = 'https://honest.example/x']"),
        indicator("[domain-name:value != 'honest1.example']"),
        indicator("[domain-name:value = 'honest2.example']", { revoked: true }),
        indicator("[domain-name:value = 'honest3.example']", { valid_until: '2020-01-01T00:00:00Z' }),
        indicator("[domain-name:value = 'honest4.example']", { indicator_types: ['benign'] }),
        indicator(`[file:hashes.MD5 = '${HASH}']`),
      ],
    }),
    taken: ['a.example', 'b.example/x', 'c.example', 'd.example', 'e.example', '203.0.113.9'],
  },
  {
    name: 'an event of MISP',
    format: 'misp',
    content: JSON.stringify({
      Event: {
        info: 'https://honest.example',
        Attribute: [
          attribute('domain', 'a.example'),
          attribute('domain|ip', 'b.example|203.0.113.5'),
          attribute('btc', BITCOIN),
          attribute('md5', HASH),
          attribute('hostname', 'honest.example', { to_ids: false }),
          attribute('domain', 'honest1.example', { deleted: true }),
        ],
        Object: [{ Attribute: [attribute('url', 'https://c.example/x')] }],
      },
    }),
    taken: ['a.example', 'b.example', BITCOIN, 'c.example/x'],
  },
  {
    name: 'attributes of MISP that were searched for',
    format: 'json',
    content: JSON.stringify({
      response: { Attribute: [attribute('domain|ip', 'a.example|203.0.113.5'), attribute('link', 'honest.example')] },
    }),
    taken: ['a.example'],
  },
  {
    name: 'records in YAML',
    format: 'yaml',
    content: `- id: 1\n  name: a.example\n  url: 'https://a.example'\n  description: see https://honest.example\n  addresses:\n    ETH:\n      - '${WALLET}'\n- id: 2\n  url: b.example/x # seen twice\n- mint: "${SOLANA}"\n`,
    taken: ['a.example', WALLET, 'b.example/x', SOLANA],
  },
  {
    name: 'records in YAML below their dashes',
    format: 'yaml',
    content: `# scams\n-\n  name: a.example\n  url: 'https://a.example'\n  description: >-\n    see honest.example\n-\n  mint: ${SOLANA} # honest1.example\n`,
    taken: ['a.example', SOLANA],
  },
  {
    name: 'addresses by site in YAML',
    format: 'yaml',
    content: `a.example:\n  - '${WALLET}'\n`,
    taken: ['a.example', WALLET],
  },
  {
    name: 'lists in YAML',
    format: 'yaml',
    content: '%YAML 1.2\n---\nallowed:\n  - honest.example\nblock_list:\n  - a.example\n  - +.b.example\n',
    taken: ['a.example', 'b.example', '+honest.example'],
  },
  {
    name: 'a list in YAML below its name',
    format: 'yaml',
    content: 'name: x\nhomepage: https://honest.example\ndomains:\n  - a.example\n',
    taken: ['a.example'],
  },
];
