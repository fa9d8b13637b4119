/**
 * Addresses of pages as they are opened, with the referrer that browsers send, and the channel of each. The part of the url after
 * the page of the shop stands before the bar, the referrer after it; either may be absent. Spaces are between addresses.
 */
import type { Channel } from '../../src/core/channels/rules.ts';

const TABLE: Readonly<Record<Channel, string>> = {
  Direct: `
    | ?| ?page=2| ?q=oak+table| #reviews| ?utm_source=| ?utm_medium=&utm_campaign=| ?sort=price&view=grid|
    ?lang=de#top| ?my_utm_medium=cpc| ?gclid=| ?id=17&fbclid=| |https:// |/relative`,
  'Organic Search': `
    |https://www.google.com/ |https://www.google.de/ |https://www.google.co.uk/ |https://www.google.com.au/
    |https://www.google.co.jp/ |https://www.google.com.br/ |https://google.fr/
    |https://www.google.com/search?q=walnut+desk
    |http://www.google.com/url?sa=t&url=https%3A%2F%2Fshop.example%2F |https://images.google.com/
    |https://cse.google.com/cse?cx=1
    |android-app://com.google.android.googlequicksearchbox/
    |android-app://com.google.android.googlequicksearchbox/https/www.google.com |https://www.bing.com/
    |https://cn.bing.com/ |https://www.bing.com/search?q=oak+shelf&form=QBLH |https://duckduckgo.com/
    |https://html.duckduckgo.com/html/ |https://duckduckgo.com/?q=linen+chair
    |android-app://com.duckduckgo.mobile.android/ |https://search.yahoo.com/ |https://de.search.yahoo.com/
    |https://r.search.yahoo.com/_ylt=A0/ |https://search.yahoo.co.jp/ |https://www.ecosia.org/
    |https://www.ecosia.org/search?q=chair |https://search.brave.com/ |https://www.startpage.com/
    |https://www.qwant.com/ |https://yandex.ru/ |https://yandex.com/search/?text=desk |https://ya.ru/
    |https://yandex.com.tr/ |https://www.baidu.com/ |https://m.baidu.com/ |https://www.sogou.com/
    |https://www.so.com/ |https://search.naver.com/search.naver?query=desk |https://m.search.naver.com/
    |https://search.daum.net/search |https://search.seznam.cz/ |https://kagi.com/search?q=desk
    |https://www.mojeek.com/search?q=desk |https://metager.de/ |https://swisscows.com/
    |https://go.mail.ru/search |https://nova.rambler.ru/search |https://coccoc.com/search
    |https://www.ask.com/web?q=desk |https://search.aol.com/aol/search |https://suche.t-online.de/fast-cgi/tsc
    |https://presearch.com/ |https://yep.com/web?q=desk |https://petalsearch.com/
    ?utm_source=google&utm_medium=organic| ?utm_source=bing&utm_medium=organic|https://www.bing.com/
    ?utm_source=google&utm_medium=organic&utm_campaign=gbp|https://www.google.com/
    ?utm_medium=organic&utm_source=gmb-listing| ?utm_source=DuckDuckGo| ?utm_source=yahoo| ?srsltid=AfmBOoq1x|
    ?srsltid=AfmBOoq1x|https://www.google.com/ ?ref=google| |google.com |https://WWW.GOOGLE.COM/
    |https://www.google.cat/ |https://www.sou.com/ |https://search.centrum.cz/ |https://www.info.com/
    |https://www.search.ch/ |https://suche.gmx.net/ |https://search.gmx.com/ |https://suche.freenet.de/
    |https://szukaj.onet.pl/ |https://search.disroot.org/ |https://searxng.site/ |https://oceanhero.today/
    |https://www.entireweb.com/ |https://andisearch.com/ |https://www.wolframalpha.com/
    |https://search.avira.com/ |https://search.norton.com/ |https://search.orange.fr/
    |https://search.rakuten.co.jp/ |https://search.auone.jp/ |https://search.biglobe.ne.jp/
    |https://search.goo.ne.jp/ |https://zapmeta.com/ |https://www.searchencrypt.com/
    |https://search.privado.com/ |https://search.vivaldi.net/ |https://luxxle.com/ |https://unduck.link/
    |https://m.google.de/ |https://images.google.de/ |https://nortonsafe.search.ask.com/
    |https://de.search.yahoo.com./ |https://search.somewhere.example/ |https://suche.verein.example/
    |https://searxng.verein.example/ |https://search.app/`,
  'Paid Search': `
    ?gclid=EAIaIQobChMI|https://www.google.com/ ?gclid=EAIaIQobChMI| ?gbraid=0AAAAA|https://www.google.com/
    ?wbraid=CjgKC| ?gad_source=1&gclid=Cj0K|https://www.google.com/ ?gad_source=5|https://www.google.de/
    ?utm_source=google&utm_medium=cpc&utm_campaign=brand&gclid=Cj0K|https://www.google.com/
    ?utm_source=google&utm_medium=cpc| ?utm_source=google&utm_medium=ppc|https://www.google.com/
    ?utm_source=Google&utm_medium=CPC| ?utm_source=adwords&utm_medium=cpc|
    ?utm_source=googleads&utm_medium=ppc| ?utm_source=google&utm_medium=paid|
    ?utm_source=google&utm_medium=paid_search| ?utm_source=google&utm_medium=paidsearch|
    ?utm_source=google&utm_medium=sem| ?utm_source=google&utm_medium=sea&utm_term=oak|
    ?msclkid=8e2c0a|https://www.bing.com/ ?msclkid=8e2c0a&utm_source=bing&utm_medium=cpc|https://www.bing.com/
    ?utm_source=bing&utm_medium=cpc| ?utm_source=bingads&utm_medium=cpc|
    ?utm_source=duckduckgo&utm_medium=cpc|https://duckduckgo.com/ ?utm_source=yahoo&utm_medium=ppc|
    ?utm_source=ecosia&utm_medium=cpc|https://www.ecosia.org/ ?yclid=18271|https://yandex.ru/
    ?utm_source=yandex&utm_medium=cpc&utm_campaign=12|https://yandex.ru/ ?utm_source=baidu&utm_medium=cpc|
    ?utm_medium=cpc| ?utm_medium=ppc&utm_campaign=spring| ?utm_source=some-network&utm_medium=cpc|
    ?utm_medium=cpc|https://www.google.com/ ?utm_medium=search-ads&utm_source=apple|
    ?utm_source=Google+Ads&utm_medium=cpc|https://www.googleadservices.com/
    ?gclid=Cj0K|https://blog.example.net/ ?utm_medium=search+cpc&utm_source=x-ads|
    ?utm_source=google_ads| ?utm_source=AdWords| ?utm_source=google&utm_medium=pmax|
    ?utm_source=google&utm_medium=cpa| ?s_kwcid=AL!123| ?ymclid=123|https://yandex.ru/`,
  'Organic Social': `
    |https://www.facebook.com/ |https://m.facebook.com/ |https://l.facebook.com/ |https://lm.facebook.com/
    |http://m.facebook.com |android-app://com.facebook.katana/ ?fbclid=IwAR0abc|https://l.facebook.com/
    ?fbclid=IwAR0abc| ?fbclid=PAZXh0bg|https://l.instagram.com/ |https://www.instagram.com/
    |https://l.instagram.com/ ?igshid=MzRlODBiNWFlZA|https://www.instagram.com/ ?igsh=MTc4|
    |https://t.co/abc123 |https://x.com/someone/status/1 |https://twitter.com/ |https://mobile.twitter.com/
    |https://www.linkedin.com/ |https://lnkd.in/ |android-app://com.linkedin.android/ |https://www.reddit.com/
    |https://www.reddit.com/r/woodworking/comments/1/ |https://old.reddit.com/ |https://out.reddit.com/
    |android-app://com.reddit.frontpage/ |https://www.pinterest.com/ |https://www.pinterest.de/
    |https://pin.it/abc ?epik=dj0yJnU9|https://www.pinterest.com/ |https://www.tiktok.com/ |https://bsky.app/
    |https://go.bsky.app/ |https://mastodon.social/ |https://fosstodon.org/@someone/1 |https://chaos.social/
    |https://www.threads.net/ |https://l.threads.com/ |https://news.ycombinator.com/
    |https://news.ycombinator.com/item?id=1 |https://lobste.rs/ |https://lemmy.world/post/1
    |https://www.quora.com/ |https://vk.com/ |https://away.vk.com/ |https://ok.ru/ |https://weibo.com/
    |https://www.zhihu.com/question/1 |https://www.xing.com/ |https://web.telegram.org/ |https://t.me/somebody
    |android-app://org.telegram.messenger/ |https://web.whatsapp.com/ |https://discord.com/channels/1
    |https://www.tumblr.com/ |https://www.snapchat.com/ |https://www.nextdoor.com/
    |https://substack.com/@someone |https://slashdot.org/story/1 ?utm_source=facebook&utm_medium=social|
    ?utm_source=instagram| ?utm_source=ig&utm_medium=social&utm_content=link_in_bio|https://l.instagram.com/
    ?utm_source=linkedin&utm_medium=organic|
    ?utm_source=twitter&utm_medium=social&utm_campaign=autumn|https://t.co/
    ?utm_source=buffer&utm_medium=social-media| ?utm_medium=sm&utm_source=hootsuite| ?utm_source=hn|
    ?utm_medium=organic_social&utm_source=page|
    |https://deck.blue/ |https://href.li/ |https://kbin.social/ |https://l.wl.co/ |https://kakaostory.com/
    |https://gettr.com/ |https://flipboard.com/ |https://disqus.com/ |https://teams.microsoft.com/
    |https://stackoverflow.com/ |https://hackernoon.com/ |https://www.behance.net/ |https://soundcloud.com/
    |https://www.strava.com/ |https://letterboxd.com/ |https://foursquare.com/ |https://b.hatena.ne.jp/
    |https://qiita.com/ |https://nk.pl/ |https://www.wykop.pl/ |https://linktr.ee/ |https://clubhouse.com/
    |https://m.me/ |https://raindrop.io/ |https://ko-fi.com/ |https://stackoverflow.com/questions/1
    |https://mastodon.verein.example/@x |https://verein.social/@x |https://t.umblr.com/redirect
    |https://discord.gg/x`,
  'Paid Social': `
    ?utm_source=facebook&utm_medium=cpc|https://l.facebook.com/
    ?utm_source=facebook&utm_medium=paid&fbclid=IwAR0|https://l.facebook.com/
    ?utm_source=fb&utm_medium=paid&utm_campaign=120| ?utm_source=ig&utm_medium=paid|https://l.instagram.com/
    ?utm_source=facebook&utm_medium=paid_social| ?utm_source=meta&utm_medium=paidsocial|
    ?utm_source=instagram&utm_medium=cpm-ads| ?utm_medium=paid-social&utm_source=x|
    ?utm_medium=Paid+Social&utm_source=li| ?utm_medium=social_paid&utm_source=facebook|
    ?utm_source=linkedin&utm_medium=cpc&li_fat_id=1|https://www.linkedin.com/
    ?li_fat_id=aa-bb|https://www.linkedin.com/ ?ttclid=E.C.P.abc|https://www.tiktok.com/ ?ttclid=E.C.P.abc|
    ?twclid=24abc|https://t.co/ ?rdt_cid=49281|https://www.reddit.com/
    ?utm_source=reddit&utm_medium=cpc&rdt_cid=4|https://www.reddit.com/ ?ScCid=a1b2|https://www.snapchat.com/
    ?utm_source=snapchat&utm_medium=paid|
    ?utm_source=pinterest&utm_medium=cpc&epik=dj0|https://www.pinterest.com/
    ?utm_source=tiktok&utm_medium=paid&utm_campaign=x| ?utm_source=twitter&utm_medium=ppc|https://t.co/
    ?utm_source=linkedin&utm_medium=paid| ?utm_source=quora&utm_medium=cpc&qclid=1|https://www.quora.com/
    ?utm_source=vk&utm_medium=cpc|https://vk.com/ ?utm_source=facebook_ads&utm_medium=retargeting|
    ?utm_medium=social-cpc&utm_source=fb|
    ?utm_source=facebook_ads| ?utm_source=TikTok-Ads| ?utm_source=facebook&utm_medium=cpa|`,
  'AI Assistants': `
    |https://chatgpt.com/ |https://chat.openai.com/ ?utm_source=chatgpt.com|
    ?utm_source=chatgpt.com|https://chatgpt.com/ ?utm_source=openai| |https://www.perplexity.ai/
    |https://www.perplexity.ai/search/oak-table ?utm_source=perplexity| |https://claude.ai/
    |https://claude.ai/chat/1 |https://gemini.google.com/ |https://gemini.google.com/app
    |https://bard.google.com/ |https://notebooklm.google.com/ |https://copilot.microsoft.com/
    |https://www.copilot.com/ ?utm_source=copilot.com| |https://chat.deepseek.com/ |https://chat.mistral.ai/
    |https://grok.com/ |https://x.ai/ |https://www.meta.ai/ |https://you.com/search?q=desk
    |https://www.phind.com/ |https://poe.com/ |https://pi.ai/ |https://www.kimi.com/ |https://chat.qwen.ai/
    |https://www.doubao.com/ |https://assistant.kagi.com/ |https://iask.ai/ |https://felo.ai/
    |https://www.genspark.ai/ |android-app://com.openai.chatgpt/ |android-app://ai.perplexity.app.android/
    ?utm_source=ChatGPT&utm_medium=referral| ?utm_medium=llm&utm_source=partner| ?utm_source=claude|
    |https://www.tongyi.com/ |https://yiyan.baidu.com/ |https://chatglm.cn/ |https://duck.ai/
    |https://chat.lumo.proton.me/ |https://liner.com/ |https://t3.chat/ |https://duckduckgo.com/?q=x&ia=chat
    |https://alice.yandex.ru/ |https://metaso.cn/ |https://scira.ai/ |https://www.x.com/i/grok/share/1
    |https://twitter.com/i/grok?c=1 |https://duckduckgo.com/?ia=chat&q=x ?utm_source=chatgpt.com|`,
  Email: `
    ?utm_source=newsletter&utm_medium=email| ?utm_source=newsletter|
    ?utm_source=Newsletter&utm_medium=Email&utm_campaign=autumn| ?utm_medium=email|https://mail.google.com/
    ?utm_medium=e-mail&utm_source=crm| ?utm_medium=E-Mail| ?utm_medium=newsletter&utm_source=shop|
    ?utm_source=spring_newsletter| ?utm_source=weekly-newsletter&utm_medium=link|
    ?utm_source=mailchimp&utm_campaign=1| ?utm_source=klaviyo| ?utm_source=brevo&utm_medium=mail|
    ?mc_cid=1a2b&mc_eid=3c4d| ?mc_eid=3c4d| ?_hsenc=p2ANqtz&_hsmi=123| ?mkt_tok=ODU1| ?ck_subscriber_id=88|
    ?_kx=abc.XyZ| |https://mail.google.com/mail/u/0/ |android-app://com.google.android.gm/
    |https://outlook.live.com/ |https://outlook.office.com/mail/ |https://mail.yahoo.com/
    |https://mail.yahoo.co.jp/ |https://mail.proton.me/ |https://app.fastmail.com/ |https://deref-gmx.net/
    |https://deref-web.de/ |https://e.mail.ru/ |https://mail.aol.com/ |https://us2.campaign-archive.com/
    |https://us2.list-manage.com/ |https://mailchi.mp/ |https://buttondown.email/ |https://www.icloud.com/mail
    |https://mail.yahoo.co.uk/ |https://mail.live.com/ |https://deref-mail.com/ |https://webmail.freenet.de/
    |https://webmail.ionos.com/ |https://office.mailbox.org/ |https://webmail.strato.de/
    |https://mail.163.com/ |https://mail.qq.com/ |https://wx.mail.qq.com/ |https://mail.naver.com/
    |https://mail.nate.com/ |https://touch.mail.ru/ |https://mail.yandex.kz/ |https://mail.centrum.cz/
    |https://poczta.wp.pl/ |https://poczta.o2.pl/ |https://mail.i.ua/ |https://webmail.orange.fr/
    |https://webmail.free.fr/ |https://webmail.sfr.fr/ |https://mail.virgilio.it/ |https://webmail.tim.it/
    |https://webmail.bluewin.ch/ |https://mail.rediff.com/ |https://mail.uol.com.br/ |https://mail.telenet.be/
    |https://webmail.ziggo.nl/ |https://mail.sapo.pt/ |https://webmail.telstra.com/
    |https://connect.xfinity.com/ |https://mail.superhuman.com/ |https://webmail.gandi.net/
    |https://mail.infomaniak.com/ |https://webmail.example.org/ ?sfmc_sub=1| ?_ke=eyJ|
    |https://wx.mail.qq.com/cgi-bin |https://mail.somewhere.example/inbox
    |https://email.mg.shop-news.example/c/x`,
  Referral: `
    |https://blog.example.net/workshops-we-love |https://en.wikipedia.org/wiki/Desk |https://de.wikipedia.org/
    |https://github.com/someone/something |https://gist.github.com/1
    |https://docs.google.com/document/d/1 |https://drive.google.com/ |https://sites.google.com/view/x
    |https://www.google.com.evil.example/ |https://maps.google.com/ |https://translate.google.com/
    |https://calendar.google.com/ |https://news.google.com/ |https://medium.com/@someone/desk
    |https://dev.to/someone |https://www.nytimes.com/wirecutter/ |https://www.amazon.de/
    |https://www.etsy.com/shop/x |https://www.trustpilot.com/review/shop.example
    |https://app.slack.com/ |https://wordpress.com/ |https://web.archive.org/web/2020/
    |https://myfacebook.community/ |https://notgoogle.com/ |https://google.example.org/
    |https://intranet.company.example/ |http://localhost:3000/ |https://192.0.2.7/links
    |android-app://com.example.reader/ |https://user@partner.example:8443/page ?utm_source=partner|
    ?utm_source=partner&utm_medium=referral| ?utm_medium=link&utm_source=footer| ?utm_campaign=spring|
    ?utm_medium=qr&utm_source=flyer| ?utm_source=flyer&utm_campaign=fair| ?ref=producthunt|
    ?ref=alternativeto|https://alternativeto.net/ ?utm_source=podcast&utm_medium=audio|
    |https://support.google.com/ |https://meet.google.com/ |https://cloud.google.com/
    |https://tagassistant.google.com/ |https://ads.google.com/ |https://analytics.google.com/
    |https://keep.google.com/ |https://chat.google.com/ |https://trends.google.com/
    |https://scholar.google.com/ |https://lens.google.com/ |https://sports.yahoo.com/
    |https://detail.chiebukuro.yahoo.co.jp/ |https://blog.naver.com/ |https://cafe.naver.com/
    |https://kin.naver.com/ |https://blog.daum.net/ |https://market.yandex.ru/ |https://metrika.yandex.ru/
    |https://translate.yandex.ru/ |https://tieba.baidu.com/ |https://baike.baidu.com/ |https://map.baidu.com/
    |https://www.bing.com/webmasters/ |https://news.mail.ru/ |https://otvet.mail.ru/
    |https://www.seznam.cz/zpravy |https://webmaster.seznam.cz/ |https://help.duckduckgo.com/
    |https://status.search.brave.com/ |https://docs.qq.com/ |https://work.weixin.qq.com/
    |https://business.facebook.com/ |https://www.google.de/maps/place/x |https://www.google.co.uk/maps
    |https://search.google.com/search-console |https://accounts.google.com/ |https://finance.yahoo.com/
    |https://www.bing.com/maps?x=1 |https://searching.example/ |https://mailing.example/
    |https://mail.example/ |https://search.example/ |https://news.mail.ru/x |https://help.kagi.com/
    |https://x.com.evil.example/i/grok |https://socialnews.example/`,
  Video: `
    |https://www.youtube.com/ |https://m.youtube.com/ |https://www.youtube.com/watch?v=1 |https://youtu.be/abc
    |android-app://com.google.android.youtube/ |https://vimeo.com/1 |https://www.dailymotion.com/
    |https://www.twitch.tv/someone |https://rumble.com/v1 |https://odysee.com/
    |https://www.bilibili.com/video/1 |https://www.nicovideo.jp/ ?utm_source=youtube|
    ?utm_source=youtube&utm_medium=video| ?utm_source=youtube&utm_medium=cpc|
    ?utm_source=youtube&utm_medium=social|https://www.youtube.com/x ?gclid=Cj0K|https://www.youtube.com/
    ?utm_medium=video&utm_source=partner| ?utm_medium=paid-video&utm_source=dv|
    ?utm_medium=cpv&utm_source=google| ?utm_source=yt&utm_campaign=channel|`,
  Display: `
    ?utm_medium=display&utm_source=gdn| ?utm_medium=display&utm_source=google&gclid=Cj0K|
    ?utm_medium=banner&utm_source=partner|https://blog.example.net/ ?utm_medium=cpm&utm_source=news|
    ?utm_medium=Display+Ad&utm_source=site| ?utm_medium=native&utm_source=taboola|
    ?utm_source=taboola&utm_medium=referral| ?tblci=GiA|https://www.nytimes.com/ ?dicbo=v2-abc| ?dclid=CPz|
    ?dclid=CPz|https://ad.doubleclick.net/ |https://googleads.g.doubleclick.net/
    |https://tpc.googlesyndication.com/ |https://trc.taboola.com/ |https://paid.outbrain.com/
    ?utm_source=criteo&utm_medium=retargeting| ?utm_source=criteo| ?utm_medium=paid&utm_source=podcast|
    ?utm_source=newsletter&utm_medium=paid| ?utm_medium=programmatic&utm_source=ttd|
    ?obclid=abc|`,
  Affiliates: `
    ?utm_medium=affiliate&utm_source=awin| ?utm_medium=affiliates&utm_source=blog|https://blog.example.net/
    ?utm_medium=Affiliate&utm_source=cj| ?utm_medium=affiliate_link&utm_source=x|
    ?awc=1234_5678|https://www.awin1.com/ ?awc=1234_5678| ?irclickid=abc|https://shop.sjv.io/ ?cjevent=abc123|
    ?sscid=71k2| ?ranSiteID=abc|https://click.linksynergy.com/ ?utm_medium=cpa&utm_source=partnerize|
    ?utm_source=partner&utm_medium=cpa| ?clickref=1100l| ?zanpid=123|`,
  'Feed Readers': `
    |https://feedly.com/ |https://feedly.com/i/subscription/1 |https://www.inoreader.com/
    |https://newsblur.com/ |https://www.newsblur.com/site/1 |https://theoldreader.com/ |https://feedbin.com/
    |https://reader.miniflux.app/ |android-app://com.devhd.feedly/ ?utm_source=rss| ?utm_source=feedly|
    ?utm_medium=rss&utm_source=blog| ?utm_medium=feed&utm_source=feedburner|https://feedly.com/
    ?utm_source=atom&utm_medium=rss|`,
  Internal: `
    |https://shop.example/ |https://www.shop.example/products |http://shop.example:8080/cart
    |https://SHOP.example/ |https://blog.shop.example/desk ?page=2|https://shop.example/products
    ?q=oak|https://www.shop.example/search #top|https://shop.example/`,
};

/** An address that was opened. */
export interface OpenedAddress {
  readonly url: string | null;
  readonly referrer: string | null;
  readonly channel: Channel;
}

const toAddress = (channel: Channel, address: string): OpenedAddress => {
  const [after = '', referrer = ''] = address.split('|');
  return { url: after === '' ? null : `https://shop.example/p${after}`, referrer: referrer || null, channel };
};

export const CHANNEL_ADDRESSES: readonly OpenedAddress[] = Object.entries(TABLE).flatMap(([channel, text]) =>
  text
    .trim()
    .split(/\s+/)
    .map(address => toAddress(channel as Channel, address)),
);
