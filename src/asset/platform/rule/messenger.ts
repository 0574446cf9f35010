import { folded, type Platform, words } from '../platform.ts';

const digitsOf = (content: string) => content.replace(/\D/g, '');

/** Messengers: invitations, accounts, channels and telephone numbers. */
export const MESSENGER: readonly Platform[] = [
  {
    type: 'DISCORD_USER',
    hosts: words('discord.com discordapp.com'),
    neutral: /^(?:canary|ptb)$/,
    shapes: { id: '\\d{17,20}' },
    routes: [{ path: '/users/{id}', content: '{id}' }],
    links: ['https://discord.com/users/{content}'],
  },
  {
    type: 'DISCORD',
    hosts: words('discord.com discordapp.com'),
    neutral: /^(?:canary|ptb)$/,
    shapes: { code: '[\\w-]{2,100}' },
    routes: [
      { path: '/invite/{code}/**', content: '{code}' },
      { path: '/servers/{slug}/**', content: 'servers/{slug}', form: folded },
    ],
    links: ['https://discord.com/{content}'],
  },
  {
    type: 'DISCORD',
    hosts: ['discord.gg'],
    shapes: { code: '[\\w-]{2,100}' },
    routes: [
      { path: '/invite/{code}', content: '{code}' },
      { path: '/{code}', content: '{code}' },
    ],
    links: ['https://discord.gg/{content}'],
  },
  {
    type: 'DISCORD',
    hosts: ['dsc.gg'],
    reserved: words('dashboard login support premium terms privacy'),
    routes: [{ path: '/{alias}', content: 'dsc.gg/{alias}', form: folded }],
    links: ['https://{content}'],
  },
  {
    type: 'TELEGRAM',
    hosts: words('t.me telegram.me telegram.dog tx.me'),
    reserved: words(
      'share proxy socks iv setlanguage addtheme login confirmphone bg addlist addstickers addemoji joinchat c s k a msg contact giftcode invoice boost nft web m z addchannel stickers emoji premium',
    ),
    shapes: { user: '[a-z]\\w{3,31}', hash: '[\\w-]{8,40}', digits: '\\d{5,20}' },
    routes: [
      { path: '/s/{user}/**', content: '{user}', form: folded },
      { path: '/joinchat/{hash}', content: '+{hash}' },
      { path: '/+{hash}', content: '+{hash}' },
      { path: '/c/{digits}/**', content: 'c/{digits}' },
      { path: '/addstickers/{set}', content: 'addstickers/{set}', form: folded },
      { path: '/addlist/{list}', content: 'addlist/{list}' },
      { sub: '{user}', content: '{user}', form: folded },
      { path: '/{user}/**', content: '{user}', form: folded },
    ],
    links: ['https://t.me/{content}'],
  },
  {
    type: 'TELEGRAM',
    hosts: ['web.telegram.org'],
    shapes: { user: '[a-z]\\w{3,31}' },
    routes: [
      { fragment: '@{user}', content: '{user}', form: folded },
      { fragment: '/im?p=@{user}', content: '{user}', form: folded },
    ],
  },
  {
    type: 'WHATSAPP',
    hosts: words('wa.me api.whatsapp.com web.whatsapp.com'),
    shapes: { phone: '\\+?\\d{6,15}', code: '\\w{6,30}' },
    routes: [
      { path: '/message/{code}', content: 'message/{code}' },
      { path: '/send/**', query: { phone: '[+ ]?[\\d ().-]{6,24}' }, content: '{phone}', form: digitsOf },
      { path: '/c/{phone}/**', content: '{phone}', form: digitsOf },
      { path: '/qr/{code}', content: 'qr/{code}' },
      { path: '/{phone}', content: '{phone}', form: digitsOf },
      { path: '/accept', query: { code: '\\w{18,26}' }, content: '{code}' },
    ],
    links: ['https://wa.me/{content}'],
  },
  {
    type: 'WHATSAPP',
    hosts: ['chat.whatsapp.com'],
    shapes: { code: '\\w{18,26}' },
    routes: [
      { path: '/{code}', content: '{code}' },
      { path: '/invite/{code}', content: '{code}' },
    ],
    links: ['https://chat.whatsapp.com/{content}'],
  },
  {
    type: 'WHATSAPP',
    hosts: ['whatsapp.com'],
    routes: [{ path: '/channel/{id}/**', content: 'channel/{id}' }],
    links: ['https://whatsapp.com/{content}'],
  },
  {
    type: 'SIGNAL',
    hosts: ['signal.me'],
    shapes: { phone: '\\+\\d{6,15}', id: '[\\w=-]{20,200}' },
    routes: [
      { fragment: 'p/{phone}', content: 'p/{phone}' },
      { fragment: 'eu/{id}', content: 'eu/{id}' },
    ],
    links: ['https://signal.me/#{content}'],
  },
  {
    type: 'SIGNAL',
    hosts: ['signal.group'],
    shapes: { id: '[\\w=-]{20,400}' },
    routes: [{ fragment: '{id}', content: '{id}' }],
    links: ['https://signal.group/#{content}'],
  },
  {
    type: 'SLACK',
    hosts: ['slack.com'],
    reserved: words('app api status join slack files hooks my get edgeapi a b docs help investor wss-primary slackhq'),
    shapes: { workspace: '[a-z0-9][a-z0-9-]{0,60}' },
    routes: [{ sub: '{workspace}', content: '{workspace}' }],
    links: ['https://{content}.slack.com/'],
  },
  {
    type: 'SLACK',
    hosts: ['join.slack.com'],
    routes: [{ path: '/t/{workspace}/**', content: '{workspace}', form: folded }],
  },
  {
    type: 'TAWK_TO',
    hosts: ['tawk.to'],
    shapes: { property: '[0-9a-f]{24}' },
    routes: [{ path: '/chat/{property}/{widget}', content: '{property}/{widget}' }],
    links: ['https://tawk.to/chat/{content}'],
  },
  {
    type: 'TAWK_TO',
    hosts: ['embed.tawk.to'],
    shapes: { property: '[0-9a-f]{24}' },
    routes: [{ path: '/{property}/{widget}', content: '{property}/{widget}' }],
  },
  {
    type: 'TAWK_TO',
    hosts: ['tawk.help'],
    routes: [{ sub: '{site}', content: '{site}.tawk.help' }],
    links: ['https://{content}/'],
  },
];
