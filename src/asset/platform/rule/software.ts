import { folded, type Platform, words } from '../platform.ts';

/** Python packages: a run of `-`, `_` and `.` equals one `-` (PEP 503). */
const pythonName = (content: string) => content.toLowerCase().replace(/[-_.]+/g, '-');
/** Crates: `-` and `_` are equal. */
const crateName = (content: string) => content.toLowerCase().replaceAll('_', '-');
const repository = (content: string) => content.toLowerCase().replace(/\.git$/, '');

/** Code hosting, package registries and deployment tools. */
export const SOFTWARE: readonly Platform[] = [
  {
    type: 'GITHUB',
    hosts: ['github.com'],
    reserved: words(
      'features topics settings marketplace explore login join signup orgs about pricing sponsors notifications pulls issues codespaces collections trending new search security enterprise customer-stories readme site apps organizations account dashboard events stars watching team contact copilot solutions resources sessions users advisories logout user-attachments',
    ),
    shapes: { owner: '[a-z0-9][a-z0-9-]{0,38}', repo: '[\\w.-]{1,100}', number: '\\d+|[0-9a-f]{7,40}' },
    routes: [
      { path: '/orgs/{owner}/discussions/{number}/**', owner: '{owner}' },
      { path: '/orgs/{owner}/**', content: '{owner}', form: folded },
      { path: '/sponsors/{owner}', content: '{owner}', form: folded },
      // Anybody may open these, attach files to them (GitHub, "Attaching files"), and show a commit of a fork (GitHub, "Commits outside of a repository").
      ...['issues', 'pull', 'discussions', 'files', 'assets', 'commit'].map((part) => ({
        path: `/{owner}/{repo}/${part}/{number}/**`,
        owner: '{owner}/{repo} {owner}',
      })),
      { path: '/{owner}/{repo}/**', content: '{owner}/{repo}', form: repository, owner: '{owner}' },
      { path: '/{owner}', content: '{owner}', form: folded },
    ],
    links: ['https://github.com/{content}'],
  },
  {
    type: 'GITHUB',
    hosts: words('raw.githubusercontent.com codeload.github.com'),
    shapes: { owner: '[a-z0-9][a-z0-9-]{0,38}', repo: '[\\w.-]{1,100}' },
    reserved: ['wiki'],
    routes: [
      { path: '/{owner}/{repo}/**', content: '{owner}/{repo}', form: repository, owner: '{owner}' },
      { path: '/wiki/{owner}/{repo}/**', content: '{owner}/{repo}', form: repository, owner: '{owner}' },
    ],
  },
  {
    type: 'GITHUB',
    hosts: words('gist.github.com gist.githubusercontent.com'),
    reserved: words('discover starred forked search login join'),
    shapes: { owner: '[a-z0-9][a-z0-9-]{0,38}', id: '[0-9a-f]{20,40}' },
    routes: [
      { path: '/{owner}/{id}/**', content: 'gist/{id}', form: folded, owner: '{owner}' },
      { path: '/gist/{id}', content: 'gist/{id}', form: folded },
      { path: '/{id}', content: 'gist/{id}', form: folded },
      { path: '/{owner}', content: '{owner}', form: folded },
    ],
    links: ['https://gist.github.com/{content}'],
  },
  {
    type: 'NPM',
    hosts: ['npmjs.com'],
    shapes: { name: '[\\w.~-]{1,214}', scope: '[\\w.~-]{1,214}', user: '[\\w.-]{1,64}' },
    routes: [
      { path: '/package/@{scope}/{name}/**', content: '@{scope}/{name}', form: folded },
      { path: '/package/{name}/**', content: '{name}', form: folded },
      { path: '/~{user}/**', content: '~{user}', form: folded },
    ],
    links: ['https://www.npmjs.com/package/{content}', 'https://www.npmjs.com/{content}'],
  },
  {
    type: 'NPM',
    hosts: ['npm.im'],
    shapes: { name: '[\\w.~-]{1,214}', scope: '[\\w.~-]{1,214}' },
    routes: [
      { path: '/@{scope}/{name}', content: '@{scope}/{name}', form: folded },
      { path: '/{name}', content: '{name}', form: folded },
    ],
  },
  {
    type: 'PYPI',
    hosts: ['pypi.org'],
    shapes: { name: '[\\w.-]{1,100}' },
    routes: [
      { path: '/project/{name}/**', content: '{name}', form: pythonName },
      { path: '/user/{name}/**', content: 'user/{name}', form: folded },
    ],
    links: ['https://pypi.org/project/{content}/', 'https://pypi.org/{content}/'],
  },
  {
    type: 'HEX',
    hosts: ['hex.pm'],
    shapes: { name: '\\w{1,100}' },
    routes: [
      { path: '/packages/{name}/**', content: '{name}', form: folded },
      { path: '/users/{name}', content: 'users/{name}', form: folded },
    ],
    links: ['https://hex.pm/packages/{content}', 'https://hex.pm/{content}'],
  },
  {
    type: 'RUST_PACKAGE',
    hosts: ['crates.io'],
    shapes: { name: '[\\w-]{1,64}' },
    routes: [{ path: '/crates/{name}/**', content: '{name}', form: crateName }],
    links: ['https://crates.io/crates/{content}'],
  },
  {
    type: 'DOCKER_HUB',
    hosts: ['hub.docker.com'],
    shapes: { space: '[\\w-]{2,60}', repo: '[\\w.-]{1,128}' },
    routes: [
      { path: '/r/{space}/{repo}/**', content: '{space}/{repo}', form: folded, owner: '{space}' },
      { path: '/_/{repo}/**', content: 'library/{repo}', form: folded },
      { path: '/u/{space}/**', content: '{space}', form: folded },
    ],
    links: ['https://hub.docker.com/r/{content}', 'https://hub.docker.com/u/{content}'],
  },
  {
    type: 'NGROK',
    hosts: words('ngrok.io ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev ngrok.pizza ngrok.pro'),
    reserved: words('dashboard api status bin tunnel'),
    shapes: { tunnel: '[a-z0-9.-]+' },
    routes: [{ sub: '{tunnel}', content: '{tunnel}.{host}' }],
    links: ['https://{content}/'],
  },
  {
    type: 'TENDERLY',
    hosts: ['dashboard.tenderly.co'],
    reserved: words('login register explorer docs pricing settings invite'),
    routes: [
      { path: '/explorer/vnet/{id}/**', content: 'explorer/vnet/{id}', form: folded },
      { path: '/{user}/{project}/**', content: '{user}/{project}', form: folded, owner: '{user}' },
      { path: '/{user}', content: '{user}', form: folded },
    ],
    links: ['https://dashboard.tenderly.co/{content}'],
  },
  { type: 'TENDERLY', hosts: ['tenderly.co'], routes: [] },
];
