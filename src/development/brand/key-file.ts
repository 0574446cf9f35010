import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { chromeIdOf } from '../../organization/identity.ts';
import { isBeforeWallets } from '../../wallet/wallets.ts';
import { CommandFault } from '../command-line.ts';

/** Names the file with the private half of a brand's key, for machines that build. */
export const KEY_VARIABLE = 'WARY_BRAND_KEY';
/** Name of that file where it lies beside the brand file. */
export const KEY_FILE = 'key.pem';

/**
 * The file with the private half of a brand's key: the one that was asked for, else the one that the environment names, else
 * `key.pem` beside the brand file. Null where there is none.
 */
export function keyFileOf(brandFile: string, asked: string | undefined, environment = process.env): string | null {
  const named = asked ?? environment[KEY_VARIABLE];
  if (named) return resolve(named);
  const beside = join(dirname(resolve(brandFile)), KEY_FILE);
  return existsSync(beside) ? beside : null;
}

/**
 * Reads the private half of an extension's key.
 * @param file PEM, unencrypted
 * @throws CommandFault
 */
export function readPrivateKey(file: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(readFileSync(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandFault(`${file} does not exist`);
    if (code === 'EACCES' || code === 'EISDIR') throw new CommandFault(`${file} cannot be read (${code})`);
    throw new CommandFault(`${file} is not an unencrypted private key in PEM`);
  }
  if (key.asymmetricKeyType !== 'rsa')
    throw new CommandFault(`${file} is not an RSA key: Chrome makes an id of no other`);
  return key;
}

/** The public half as the manifest carries it: SubjectPublicKeyInfo in base64. */
export const publicHalf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/**
 * A new private key in PEM. Its id sorts before those of known wallets, because browsers run content scripts in the order of
 * ids: only then can requests wait that a page posts straight to a wallet. One key in four has such an id.
 */
export function newPrivateKey(): string {
  for (;;) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    if (isBeforeWallets(chromeIdOf(publicHalf(privateKey))))
      return privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  }
}

/** What is wrong with the file of a private key that belongs to a brand, in words. */
export function keyFileProblems(file: string, extensionKey: string | undefined): string[] {
  let key: KeyObject;
  try {
    key = readPrivateKey(file);
  } catch (error) {
    if (error instanceof CommandFault) return [`extensionKey: ${error.message}`];
    throw error;
  }
  const problems: string[] = [];
  if (extensionKey !== undefined && publicHalf(key) !== extensionKey)
    problems.push(`extensionKey: is not the public half of ${file}`);
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    problems.push(`extensionKey: ${file} can be read by others on this machine; run chmod 600 on it`);
  const tracked = spawnSync('git', ['ls-files', '--error-unmatch', file], { cwd: dirname(file), stdio: 'ignore' });
  if (tracked.status === 0)
    problems.push(
      `extensionKey: ${file} is in git, where everybody who reads it can sign as you; remove it and make a new key`,
    );
  return problems;
}
