import { createHash } from 'node:crypto';
import type { AssetStatus } from '../../api/asset/asset.ts';
import type { Asset } from '../../asset/index.ts';
import { listedExpression } from '../../asset/listing/listed-expression.ts';
import type { Decider } from '../database/schema/asset.ts';

/** An asset with a status that somebody gave it. `source` names a list, or says who decided. */
export type ListingEntry = {
  readonly asset: Asset;
  readonly status: AssetStatus;
  readonly decidedBy: Decider;
  readonly source: string | null;
  readonly reason: string | null;
};

/** What identifies an asset: SHA-256 of `TYPE:content`, hexadecimal. */
export const assetDigest = ({ type, content }: Asset): string => sha256Hex(`${type}:${content}`);

/**
 * The number of an asset for those who may not read, made from what the asset is: the one of its row is counted up, and so would tell when
 * anybody first named it. 48 bits, which a number of JavaScript holds exactly.
 * @param digest of the asset, hexadecimal
 */
export const publicNumber = (digest: string): number => Number.parseInt(digest.slice(0, 12), 16);

/**
 * The full hash under which an asset is listed, hexadecimal.
 * @param isApart as for `listedExpression`
 */
export const listedHash = (asset: Asset, isApart = false): string => expressionHash(listedExpression(asset, isApart));

/** The full hash of an expression, hexadecimal. */
export const expressionHash = (expression: string): string => sha256Hex(expression);

/** Same bytes as `hashExpression`; Node's own SHA-256 is three times as fast, which an import of 400,000 hosts notices. */
const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
