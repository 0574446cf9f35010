import { BITCOIN, DOCUMENT_SAMPLES, HASH, type ListSample, SOLANA, WALLET } from './document/sample.fixture.ts';

/** One sample of each way in which lists are published. */
export const LIST_SAMPLES: readonly ListSample[] = [
  {
    name: 'hosts, pages and addresses one a line',
    format: 'hosts',
    content: `# comment\n! one\n// two\n; three\na.example # seen today\n  B.Example.\n*.c.example\n.d.example\nhttps://User:word@e.example:8443/\nhttps://f.example/x,y?z=1#part\nbörse.example\n${WALLET}\n203.0.113.0/24 ; SBL1\n2001:db8::1\nhttp://[2001:DB8::2]/x\n01.11.2026\nsomeone@honest.example\nhttps://honest.example/#/evil\n`,
    taken: [
      'a.example',
      'b.example',
      'c.example',
      'd.example',
      'e.example',
      'f.example/x,y?z=1',
      'xn--brse-5qa.example',
      WALLET,
      '[2001:db8::1]',
      '[2001:db8::2]/x',
    ],
  },
  {
    name: 'a hosts file',
    format: 'hosts',
    content:
      '127.0.0.1 localhost localhost.localdomain\n::1 ip6-localhost\nfe80::1%lo0 localhost\n0.0.0.0 0.0.0.0\n0.0.0.0 a.example b.example # both\n::\tc.example\n93.184.216.34 honest.example\n',
    taken: ['a.example', 'b.example', 'c.example'],
  },
  {
    name: 'defanged text',
    format: 'hosts',
    content:
      'hxxps://a[.]example/x\nb[dot]example\nhttps[:]//c(.)example\nmeow://d[.]example/\n203[.]0[.]113[.]9\nuser[at]honest[.]example\n',
    taken: ['a.example/x', 'b.example', 'c.example', 'd.example', '203.0.113.9'],
  },
  {
    name: 'an ad-block list',
    format: 'adblock',
    content:
      '[Adblock Plus 2.0]\n! Title: x honest.example\n||a.example^\n||b.example^$all\n||c.example^$popup,third-party\n||honest1.example^$third-party\n||honest2.example^$script\n||d.example/x.html^$document\n|https://e.example/login|\n||*.f.example^\n||honest*.example^\n@@||honest.example^\n@@||honest.example/path^$document\n@@||honest3.example^$generichide\nhonest.example##.ad\nhonest.example,honest4.example#@#.ad\n~honest.example#?#x\nhonest.example#%#//scriptlet("x")\nhonest.example$$script[x]\n##.ad\n/honest[a-z]+\\.example/\n||honest5.example^\n||honest5.example^$badfilter\n||honest6.example^$all\n||honest6.example^$all,badfilter\n-honest.example.\nhonest.example^\n',
    taken: [
      'a.example',
      'b.example',
      'c.example',
      'd.example/x.html',
      'e.example/login',
      'f.example',
      '+honest.example',
    ],
  },
  {
    name: 'a DNS filter of AdGuard, without a header',
    format: 'adblock',
    content:
      '# comment honest.example\n||a.example^$important\n||b.example^$dnsrewrite=NXDOMAIN;;\n||c.example^$dnsrewrite=0.0.0.0\n|d.example^|\n0.0.0.0 e.example\nf.example\n||honest1.example^$dnsrewrite=203.0.113.5\n||honest2.example^$dnstype=AAAA\n||honest3.example^$client=192.0.2.1\n||honest4.example^$denyallow=x.example\n@@||honest.example^$important\n@@||honest5.example^$dnsrewrite\n',
    taken: ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example', '+honest.example'],
  },
  {
    name: 'dnsmasq',
    format: 'dnsmasq',
    content:
      '# comment\naddress=/a.example/\naddress=/b.example/c.example/0.0.0.0\naddress=/d.example/#\nserver=/e.example/\nlocal=/f.example/\nserver=/honest.example/192.0.2.53\naddress=/honest1.example/192.0.2.9\nserver=/honest2.example/#\nrebind-domain-ok=/honest3.example/\nbogus-priv\ndomain=honest4.example\nlocal=/honest4.example/\nlocal=/honest5.example/\naddress=/nas.honest5.example/192.0.2.10\n',
    taken: ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example'],
  },
  {
    name: 'Unbound',
    format: 'unbound',
    content:
      'server:\n  local-zone: "a.example" always_nxdomain\n  local-zone: b.example. refuse\n  local-data: "c.example A 0.0.0.0"\n  local-data: "d.example. 300 IN AAAA ::"\n  local-zone: "honest.example" transparent\n  local-data: "honest1.example A 192.0.2.1"\n  local-zone: "honest3.example." static\n  local-data: "nas.honest3.example. IN A 192.0.2.1"\nforward-zone:\n  name: "honest2.example"\n',
    taken: ['a.example', 'b.example', 'c.example', 'd.example'],
  },
  {
    name: 'a response policy zone',
    format: 'rpz',
    content:
      '$TTL 300\n$ORIGIN rpz.local.\n@ IN SOA localhost. root.localhost. (\n 1 43200\n 3600 86400 300 )\n@ NS ns.honest.example.\na.example CNAME .\n*.a.example CNAME .\nb.example.rpz.local. 300 IN CNAME *.\nc.example\tIN\tA\t0.0.0.0\n\tIN\tAAAA\t::\nd.example CNAME garden.honest.example.\nhonest.example CNAME rpz-passthru.\n32.66.113.0.203.rpz-ip CNAME .\nns.honest1.example.rpz-nsdname CNAME .\nhonest2.example TXT "x"\n',
    taken: ['a.example', 'b.example', 'c.example', 'd.example', '+honest.example'],
  },
  {
    name: 'rules of a proxy',
    format: 'rule-set',
    content:
      '# comment honest.example\n[Rule]\nDOMAIN-SUFFIX,a.example,REJECT-DROP\nDOMAIN,b.example,extended-matching\nhost-suffix, c.example, reject\nDOMAIN-SUFFIX,honest.example,DIRECT\nDOMAIN-KEYWORD,honest,REJECT\nIP-CIDR,203.0.113.0/24,REJECT,no-resolve\n',
    taken: ['a.example', 'b.example', 'c.example'],
  },
  {
    name: 'rules of a proxy in YAML',
    format: 'rule-set',
    content: "payload:\n  - DOMAIN-SUFFIX,a.example\n  - 'DOMAIN,b.example'\n  - DOMAIN-KEYWORD,honest\n",
    taken: ['a.example', 'b.example'],
  },
  {
    name: 'a table with quotes and line ends in fields',
    format: 'csv',
    content: `id,addresses,domains,description\n1,${WALLET},a.example,"They said ""free"", see\nhttps://honest.example/"\n2,${BITCOIN}|${SOLANA},,x\n3,,"b.example, www.b.example",x\n4,,https://c.example/x,x\n`,
    taken: [WALLET, BITCOIN, SOLANA, 'a.example', 'b.example', 'c.example/x'],
  },
  {
    name: 'a table with verified pages',
    format: 'csv',
    content:
      'phish_id,url,phish_detail_url,verified,target\n1,"https://a.example/x,y?z=1,2",http://honest.example/1,yes,"Bank, x"\n2,https://honest1.example/,http://honest.example/2,no,x\n3,http://b.example,http://honest.example/3,yes,x\n4,https://c.example/cut,http://honest.example/4\n',
    taken: ['a.example/x,y?z=1,2', 'b.example'],
  },
  {
    name: 'a table whose names are a comment',
    format: 'csv',
    content: `# dump\n#\n# "first_seen","ioc_value","ioc_type","reference"\n"2026", "a.example", "domain", "https://honest.example/"\n"2026", "203.0.113.9:443", "ip:port", ""\n"2026", "${HASH}", "md5_hash", ""\n`,
    taken: ['a.example', '203.0.113.9'],
  },
  {
    name: 'a spreadsheet',
    format: 'csv',
    content: '\ufeffDomain;Kategorie\r\na.example;"Fake; Shop"\r\n"b.example";x\r\n',
    taken: ['a.example', 'b.example'],
  },
  {
    name: 'a spreadsheet that names its separator',
    format: 'csv',
    content:
      '\ufeffsep=;\r\nDatum;Domain;Quelle\r\n01.02.2026;a.example;https://honest.example/x\r\n2.2.2026;b.example;\r\n',
    taken: ['a.example', 'b.example'],
  },
  {
    name: 'a table with addresses of others',
    format: 'csv',
    content:
      'domain,malicious_url,registrar_url,evidence_url\na.example,hxxps://www[.]A[.]example/x,https://honest.example,https://honest1.example/1\nb.example,,https://honest.example,\n',
    taken: ['www.a.example/x', 'b.example'],
  },
  {
    name: 'a table with tabs',
    format: 'csv',
    content:
      'seen\tdomain\tnote\n2026\ta.example\tx, y\n2026\tb.example\n2026\tc.example\t"free" tokens, see https://honest.example/\n2026\thonest.exam',
    taken: ['a.example', 'b.example', 'c.example'],
  },
  {
    name: 'a table whose first column has no name',
    format: 'csv',
    content: '\tdomain\tscore\n0\ta.example\t0.9\n1\tb.example\t0.7\n',
    taken: ['a.example', 'b.example'],
  },
  {
    name: 'a table in German without the name of a field',
    format: 'csv',
    content: 'Datum;Link\n01.11.2026;https://a.example/x\n02.11.2026;https://b.example/\n',
    taken: ['a.example/x', 'b.example'],
  },
  {
    name: 'a table in German',
    format: 'csv',
    content: 'Marke;Nr.;Internetadresse\nhonest.example;1;https://a.example/x\nhonest1.example;2;b.example\n',
    taken: ['a.example/x', 'b.example'],
  },
  {
    name: 'a table in Polish that keeps what was taken off',
    format: 'csv',
    content:
      'PozycjaRejestru\tAdresDomeny\tDataWpisu\tDataWykreslenia\n1\ta.example\t2026-01-01\t\n2\thonest.example\t2026-01-01\t2026-02-01\n',
    taken: ['a.example'],
  },
  {
    name: 'a table that judges',
    format: 'csv',
    content:
      'phishing link,Malicious?\nhttps://a.example/x,yes\n"https://honest.example/",no\nhttps://b.example/,yes\n',
    taken: ['a.example/x', 'b.example'],
  },
  {
    name: 'hosts with a remark behind a tab',
    format: 'csv',
    content: 'a.example\tdrainer\nb.example\tphishing\tsee https://honest.example/\nc.example\tx\n',
    taken: ['a.example', 'b.example', 'c.example'],
  },
  {
    name: 'ranks and hosts',
    format: 'csv',
    content: '1,a.example\n2,b.example\n3,c.example\n',
    taken: ['a.example', 'b.example', 'c.example'],
  },
  {
    name: 'any other table',
    format: 'csv',
    content:
      'id,phishing page,imitates\n1,a.example / b.example,honest.example\n2,https://b.example/in,https://honest.example/\n3,c.example,honest1.example\n',
    taken: ['a.example', 'b.example', 'b.example/in', 'c.example'],
  },
  {
    name: 'a table with the host of each page',
    format: 'csv',
    content: 'host,url,ip\nhacked.example,https://hacked.example/x,203.0.113.9\nb.example,,203.0.113.8\n',
    taken: ['hacked.example/x', 'b.example'],
  },
  {
    name: 'a table with an action',
    format: 'csv',
    content: 'type\tcontent\taction\nURL\ta.example\tblock\nURL\thonest.example\tallow\nPAGE\tb.example/x\tblock\n',
    taken: ['a.example', 'b.example/x', '+honest.example'],
  },
  {
    name: "OFAC's table",
    format: 'ofac',
    content: `1,"X LINE",-0- ,"y",-0- \n2,"Y, Z","individual","y","Website www.honest.example; Digital Currency Address - XBT ${BITCOIN}; alt. Digital Currency Address - ETH ${WALLET}."\n\u001a\n`,
    taken: [BITCOIN, WALLET],
  },
  {
    name: "OFAC's table, which begins with many parties without an address",
    format: 'ofac',
    content: `${'1,"X LINE",-0- ,"SDGT",-0- ,"Website www.honest.example"\n'.repeat(1_200)}2,"Y",-0- ,"z",-0- ,"Digital Currency Address - XBT ${BITCOIN}"\n`,
    taken: [BITCOIN],
  },
  {
    name: "OFAC's XML with prefixes",
    format: 'ofac',
    content: `<?xml version="1.0"?>\n<!--${' '.repeat(2_500)}-->\n<s:Sanctions xmlns:s="x"><s:FeatureType ID="14">Website</s:FeatureType><s:FeatureType ID="344">Digital Currency Address - XBT</s:FeatureType><s:Feature FeatureTypeID="14"><s:VersionDetail>www.honest.example</s:VersionDetail></s:Feature><s:Feature FeatureTypeID="344"><s:VersionDetail>${BITCOIN}</s:VersionDetail></s:Feature></s:Sanctions>`,
    taken: [BITCOIN],
  },
  {
    name: "OFAC's advanced XML",
    format: 'ofac',
    content: `<?xml version="1.0"?>\n<Sanctions xmlns="x"><FeatureTypeValues><FeatureType ID="14">Website</FeatureType><FeatureType ID="344">Digital Currency Address - XBT</FeatureType></FeatureTypeValues><Feature ID="1" FeatureTypeID="14"><VersionDetail>www.honest.example</VersionDetail></Feature><Feature ID="2" FeatureTypeID="344"><FeatureVersion><Comment /><VersionDetail DetailTypeID="1432">${BITCOIN}</VersionDetail></FeatureVersion></Feature></Sanctions>`,
    taken: [BITCOIN],
  },
  {
    name: "OFAC's enhanced XML",
    format: 'ofac',
    content: `<sanctionsData xmlns="x"><referenceValue><type>Feature Type</type><value>Digital Currency Address - XBT</value></referenceValue><feature id="1"><type featureTypeId="344">Digital Currency Address - XBT</type><value>${BITCOIN}</value></feature><feature id="2"><type featureTypeId="14">Website</type><value>www.honest.example</value></feature></sanctionsData>`,
    taken: [BITCOIN],
  },
  {
    name: "OFAC's XML",
    format: 'ofac',
    content: `<sdnList><id><uid>1</uid><idType>Digital Currency Address - ETH</idType><idNumber>${WALLET}</idNumber></id><id><idType>Website</idType><idNumber>www.honest.example</idNumber></id></sdnList>`,
    taken: [WALLET],
  },
  ...DOCUMENT_SAMPLES,
];
