// JavaScript, because the portal hands this file to browsers as it is; secret.d.ts says what it exports.

/** The words of BIP-39 in English as a Bloom filter: 12,288 bits, four for each word. A test makes it from the words. */
const WORDS =
  '3FnT9XctoLYk1I59hO/PqiU5hDyQAui06W3rdfjiMDrculQL7w3MiXKEzNA/dHk6GYKhhhR4kYBm/aQhAdOyhbU3QwMjzfcpIE+Yhhf5B5SsNeqIf/1CETpiCH+SjJrGchpNVDu8TsE9cvh7TyZy8wXSk+MxutgfHTUJ6UJUMUJSb0w2vW66p/bjGX1GJS3DhnFgEZRphMEyVtXZYCeQ5aRRzw8MZklDiuK5yTFIC9xW/0x0e1nYLZ+67WrNxQi4aP2ShbQxZdXUDU2k0Gxwne05JNRH0SjyeyNQkkf9uvK00pMzKAHYjTpvsKhS3yzvjz0XM/SC4AV8ic8xAvZcbrmTxYA99IJuEHKIx1L6DTg6w9TEufE2J402XBZuTKMlBLNkDn8zO+mkDCTvQgYQO5YSDWQkpxG47zKLjQXJR2crjDhCsYgfqqE5YJCnW0TSUDaLloJse0vc41oQWQ1F9MFaZ/RSWI1ExPInsrIP6SWyRRW54xKTvxqdHyiKt0cwFOlRSfunECBDd9D8N/sobB1Bz1ANCITx39/m7fpMZ+x+Max2iryGZQ/7K5lOkUMebRiXUE0+kSdXktCpXMYGh3YeEkNpv8ol/N4+C/8V8JslryoHpxzl1tsA27dnSNDzadkxLJ5vVxnl52EoJhhjrKj7aa1Y3QddRGE0XkZQOLKIrvJy03mIhz5u7BEDwge0jVXKcl8hFDbCFQ9oLtmoA8VQarMkHBq0RODGxyzg/Ofg1HZ02DknvpzAPiWv6x6j+kjAHhw2ZNlsjkWWEqIB8Ce1IFK2UJZ4da9Re5StzsMutrXkobzENMTxX4l8BrXa7KI65QMorRxZGMf+iH7Ami9VpyP8Uk1V0YxwhoYbYVJkPg1ByFdq30wq4YvgPuIVvGbW791VdNuPvoQlUgOpzX+vZwzvgSFcMByVgWLDGgDpKEPstr8KvC9l0UlmVK9UOPy8gxgnBf3C0xTzKZGM0ldmQLPOYeuTUmYtY3yDIpf/ecFEhFqR08I+odkYmwKi2cyaGgPaSlrFOVHbXtYR+XQJc3TU3tQn7P8O9eENT1w2gwWOt952iyaZfMiYdweAfS/2JcvZbQNhoO83y0lDV39BW2OPT5fLou8do9qNFU3PPNW/A5w4cFOlptvYA8XeIK5wMXHZ0Lf3o6GtWRdK0caHv6OrimLKPG/iJJmwxWMuSZlw7/QsGmwctTYhAfwnmxvF426zP0D5EuK8462q0VL3V0i6BZqjxTdXOPCYBzjgCLPQFqKYnAYzQy6+gDtC9Dsevi87iTlZZEm/rl71DClhf5rHQyUOsSIRl8Cqu4HfydUxiBzC4AmUY5e1OqEhOPoAdlHsJQsN1l2rpsjovDKoKZhEHKx7JDy3hkfMucceaIo4+l9I8f610xRQd5orV0ht4TwhG+qF8cqLoA5F+Y94Uaza5qX1nN00SJuxwOyDF7EtComXMqjOcy4wkOZtrAhvHAwJTWaCwNh5koAA7qLoE5uINjz6mFGAsWEOy/k22Qh2ocpbGen4k0fD4PGgkKMsqMslhevzC8lGiyqoxmrndElRYKAfYhdVkvqfDEJNoFyBxPVR7dxoH6M1hoS1URtT144O3IEgmchiSVhNmJniNeSBrHmWphobWDzUZslI2lynbTNYebwu2RP8Nnq8mwHOFGDsqiYYOiKxBGVGjvYBebBNfccKsLCYfZQJKYRigQLqCBnLILa8/F7GQSq4NE3j5CKAxrbS+SV2YCwBeCwaAX7wxeKmYUoqGo5grQbRRYZDlLTDIqgMjlTFFR5AaCOj3TL/HlBI93byLx6R64vVgKV9m7Ig2c3pdStPBRoLwV9FMDI37vBgUcDtG2a29w4TeU/UqI5OY0LAvTn5oAXxU9MkJ3g4jBhu94pmp4hmPAhJZH3E+8eNyPSNfhBqDEzeIMNSf9WCloqi6/ImQJE6SAPlXMsBN+3XMKH3Ng7vmqqab1726VmYdMI5KluV9TXQFl5P/lWeEWCBar16dafyq4jYIGIVoAdoIGYnVyNxgwK2UQ9LdLTgEq1HNX+c';
const BITS = 12_288;

export const placesOf = (word) =>
  [0, 1, 2, 3].map((digit) => {
    let hash = 0x811c9dc5;
    for (const character of `${digit}${word}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
    return ((hash ^ (hash >>> 15)) >>> 0) % BITS;
  });

let filter;

function isWordOfPhrase(word) {
  filter ??= atob(WORDS);
  return placesOf(word).every((place) => ((filter.charCodeAt(place >> 3) >> (place & 7)) & 1) === 1);
}

/** The fewest words of a recovery phrase (BIP-39). Ordinary sentences have no such run of its words. */
const FEWEST_WORDS = 12;
/** Words of three to eight letters, with blanks, numbers and punctuation between them; any other letter ends the run. */
const WORD = /([a-z]+)([^\p{L}]*)/giu;

export const holdsSecret = (text) => holdsPhrase(text) || holdsKey(text);

function holdsPhrase(text) {
  let run = 0;
  let end = 0;
  for (const { 1: word = '', 2: gap = '', index } of text.matchAll(WORD)) {
    if (index !== end) run = 0;
    run = word.length >= 3 && word.length <= 8 && isWordOfPhrase(word.toLowerCase()) ? run + 1 : 0;
    if (run === FEWEST_WORDS) return true;
    end = gap.length <= 8 ? index + word.length + gap.length : -1;
  }
  return false;
}

const KEY =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51}|nsec1[02-9ac-hj-np-z]{58}|S[A-D][A-Z2-7]{54}|suiprivkey1[02-9ac-hj-np-z]{58,70})\b|\[\s*\d{1,3}(?:\s*,\s*\d{1,3}){63}\s*\]/;
const MAYBE_KEY = /(?<![\w/=#.-])(?:(0x)?[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{87,88})(?![\w/])/gi;
/** Words for a transaction, its hash, or an account of NEAR, and for a key, in the languages of the product. */
const OF_TRANSACTION = /(?:\btx|txn|hash|trans[ak]|block|signatur|firma|near|معامل|تجزئة)[^\n]*$/i;
const OF_KEY = /(?:key|secret|private|schlüssel|clave|privad|مفتاح)[^\n]*$/i;

function holdsKey(text) {
  if (KEY.test(text)) return true;
  for (const { 1: mark, index } of text.matchAll(MAYBE_KEY)) {
    const before = text.slice(Math.max(0, index - 60), index);
    if (mark === undefined ? !OF_TRANSACTION.test(before) : OF_KEY.test(before)) return true;
  }
  return false;
}
