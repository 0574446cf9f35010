import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { approval, call, named, OTHER, OWN, read, SCAMMER, TOKEN } from './request.fixture.ts';

const hex = (address: string) => `41${address.slice(2)}`;
const written = (address: string) => utils.address.fromHex(hex(address));

type Contract = {
  readonly type: string;
  readonly parameter: { readonly value: Readonly<Record<string, unknown>>; readonly type_url: string };
};
const contract = (type: string, value: Readonly<Record<string, unknown>>): Contract => ({
  type,
  parameter: { value: { owner_address: hex(OWN), ...value }, type_url: `type.googleapis.com/protocol.${type}` },
});
const rawOf = (shown: Contract) => ({
  contract: [shown],
  ref_block_bytes: 'a1b2',
  ref_block_hash: '1122334455667788',
  expiration: 1_900_000_000_000,
  timestamp: 1_900_000_000_000,
});
/** A transaction as tronweb makes it. */
const transactionOf = (shown: Contract) => {
  const transaction = { visible: false, txID: '', raw_data: rawOf(shown), raw_data_hex: '' };
  const bytes = utils.transaction.txJsonToPb(transaction as Parameters<typeof utils.transaction.txJsonToPb>[0]);
  return { ...transaction, raw_data_hex: utils.transaction.txPbToRawDataHex(bytes) };
};
const trigger = (data: string) =>
  contract('TriggerSmartContract', { contract_address: hex(TOKEN), data: data.slice(2), call_value: 0 });
const signed = (transaction: unknown) => read('tron_signTransaction', transaction);

const CASES = [
  ['a payment', 'send', contract('TransferContract', { to_address: hex(SCAMMER), amount: 5 })],
  [
    'a payment of tokens',
    'transfer',
    contract('TransferAssetContract', { asset_name: '31303030303031', to_address: hex(SCAMMER), amount: 5 }),
  ],
  ['an approval', 'approve', trigger(approval(SCAMMER))],
  ['an approval in a multicall', 'approve', trigger(call('multicall(bytes[] calls)', [approval(SCAMMER)]))],
  ['an unknown call', 'contract', trigger(call('claim(uint256 id, address to)', 3n, SCAMMER))],
  [
    'an unknown call with versions in it',
    'contract',
    trigger(call('claim(uint256 id, address to)', 3n, SCAMMER).replace(`00${SCAMMER.slice(2)}`, hex(SCAMMER))),
  ],
  [
    'an approval with versions in it',
    'approve',
    trigger(approval(SCAMMER).replace(`00${SCAMMER.slice(2)}`, hex(SCAMMER))),
  ],
] as const;

describe('a TRON transaction', () => {
  it.each(CASES)('of %s names whom it pays or empowers, in what is shown and in what is signed', (_, kind, shown) => {
    const transaction = transactionOf(shown);
    const onlyShown = { ...transaction, raw_data_hex: '' };
    const onlySigned = { raw_data_hex: transaction.raw_data_hex };
    for (const each of [transaction, onlyShown, onlySigned, { transaction: onlyShown }, { transaction: onlySigned }]) {
      expect(signed(each).kind).toBe(kind);
      expect(named(signed(each))).toContain(written(SCAMMER));
    }
    expect(named(signed(onlyShown))).not.toContain(written(OWN));
  });

  it('that shows something else than is signed names both', () => {
    const harmless = transactionOf(contract('TransferContract', { to_address: hex(OTHER), amount: 5 }));
    const reading = signed({ ...harmless, raw_data_hex: transactionOf(trigger(approval(SCAMMER))).raw_data_hex });
    expect(reading.kind).toBe('approve');
    expect(named(reading)).toEqual(expect.arrayContaining([OTHER, SCAMMER, TOKEN].map(written)));
    const nested = signed({ ...transactionOf(trigger(approval(SCAMMER))), transaction: harmless });
    expect(named(nested)).toContain(written(SCAMMER));
  });

  it('that revokes does not name the spender', () => {
    const reading = signed(transactionOf(trigger(approval(SCAMMER, 0n))));
    expect(reading.kind).toBe('revoke');
    expect(named(reading)).not.toContain(written(SCAMMER));
  });

  it('that gives the account away names the new keys', () => {
    const actives = [
      {
        type: 2,
        permission_name: 'active',
        threshold: 1,
        operations: '7f'.repeat(32),
        keys: [{ address: hex(SCAMMER), weight: 1 }],
      },
    ];
    const owner = { type: 0, permission_name: 'owner', threshold: 1, keys: [{ address: hex(SCAMMER), weight: 1 }] };
    const reading = signed(transactionOf(contract('AccountPermissionUpdateContract', { owner, actives })));
    expect(reading.kind).toBe('delegate');
    expect(named(reading)).toContain(written(SCAMMER));
  });

  it('with written addresses is read', () => {
    const value = { to_address: written(SCAMMER), amount: 5 };
    expect(signed({ visible: true, raw_data: rawOf(contract('TransferContract', value)) })).toEqual({
      kind: 'send',
      parties: [{ type: 'ADDRESS', content: written(SCAMMER) }],
    });
  });

  it.each([[{}], [{ raw_data_hex: 'no digits' }], [undefined], [7]])('%j is unreadable', (transaction) => {
    expect(signed(transaction).kind).toBe('unreadable');
  });
});
