/**
 * Names that only the own machine or network resolves: RFC 6761 (section 6), RFC 6762 (section 3 and appendix G), RFC 8375,
 * and `internal`, which ICANN reserves for private use (2024).
 */
const PRIVATE_NAME =
  /\.(?:test|localhost|invalid|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa)$/;

const hosts = (...groups: string[]): ReadonlySet<string> => new Set(groups.flatMap((group) => group.split(' ')));

/**
 * Services that give each company a name of its own: `coinbase.zendesk.com` belongs to Coinbase. In the order of the groups:
 * support and status, sign-in, teamwork, customers and suppliers, staff and learning, development and data, content delivery, proxies of libraries, and
 * explorers and nodes, which name each chain.
 */
const LANDLORDS = hosts(
  'zendesk.com freshdesk.com freshservice.com freshworks.com intercom.help helpscoutdocs.com kayako.com happyfox.com gorgias.help uservoice.com helpjuice.com document360.io canny.io featurebase.app productboard.com statuspage.io instatus.com freshstatus.io betteruptime.com discourse.group fandom.com stackexchange.com tumblr.com',
  'okta.com okta-emea.com oktapreview.com okta-gov.com onelogin.com auth0.com pingone.com pingone.eu pingidentity.com duosecurity.com jumpcloud.com b2clogin.com ciamlogin.com amazoncognito.com awsapps.com cyberark.cloud onmicrosoft.com cloudflareaccess.com 1password.com 1password.eu withpersona.com netverify.com',
  'slack.com sharepoint.com sharepoint.us atlassian.net jira.com webex.com zoom.us zoomgov.com larksuite.com feishu.cn dingtalk.com monday.com box.com egnyte.com quip.com workplace.com clickup.com smartsheet.com teamwork.com aha.io crowdin.com adobeconnect.com',
  'salesforce.com force.com salesforce-sites.com site.com my-salesforce.com cloudforce.com dynamics.com service-now.com hubspot.com zohodesk.com qualtrics.com marketo.com pardot.com netsuite.com coupahost.com ariba.com docusign.net',
  'myworkdayjobs.com myworkday.com myworkdaysite.com workday.com bamboohr.com hibob.com latticehq.com greenhouse.io lever.co icims.com taleo.net oraclecloud.com successfactors.com successfactors.eu smartrecruiters.com personio.com personio.de recruitee.com teamtailor.com breezy.hr jobvite.com applytojob.com workable.com ashbyhq.com rippling.com ultipro.com ukg.net csod.com docebosaas.com skilljar.com talentlms.com instructure.com concursolutions.com',
  'visualstudio.com jfrog.io datadoghq.com datadoghq.eu grafana.net sentry.io splunkcloud.com pagerduty.com opsgenie.com newrelic.com sumologic.com snowflakecomputing.com databricks.com azuredatabricks.net looker.com tableau.com domo.com sonarcloud.io jetbrains.space gitlab-dedicated.com youtrack.cloud',
  'akamaized.net akamaihd.net akamaiedge.net edgekey.net edgesuite.net cdn.cloudflare.net',
  'openathens.net oclc.org remotlog.com remotexs.in remotexs.co',
  'blockscout.com subscan.io infura.io alchemy.com publicnode.com drpc.org quiknode.pro ankr.com explorers.guru',
);

/** Suffixes below which only schools and universities have names. */
const ACADEMIC = /\.(?:edu|(?:edu|ac)\.[a-z]{2})$/;
/** Names of universities and their libraries in countries without such a suffix. */
const UNIVERSITY =
  /(?:^|\.)(?:[a-z0-9-]*uni[a-z0-9-]*|(?:tu|th|fh|hs|u)-[a-z-]+)\.[a-z]{2}$|\.(?:bib|biblio|library|lib|ub)\.[a-z0-9.-]+\.[a-z]{2}$/;
/** A proxy of a library puts the name of each site before its own: `www-nature-com.ezproxy.lib.example.edu`, `0-www-nature-com.lib.example.edu`. */
const PROXY =
  /(?:^|[.-])(?:[a-z]{0,4}proxy[a-z0-9]*|ezp[a-z0-9]*|off-?campus|remote(?:access|xs)?|myaccess|idm)[.-]|^(?:\d-|www-)[a-z0-9-]+-[a-z]{2,3}\./;

/**
 * Whether the name of a brand in a host is no imitation, whatever the brand: on private networks, with services that know
 * their customers, and at the proxies of libraries.
 * @param host in ASCII
 */
export function isExempt(host: string): boolean {
  if (PRIVATE_NAME.test(host)) return true;
  if (PROXY.test(host) && (ACADEMIC.test(host) || UNIVERSITY.test(host))) return true;
  for (let at = host.indexOf('.'); at >= 0; at = host.indexOf('.', at + 1))
    if (LANDLORDS.has(host.slice(at + 1))) return true;
  return false;
}
