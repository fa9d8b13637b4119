/**
 * Hosts that are known for faking referrers so that their name shows up in statistics.
 *
 * Origin: our own table, from public knowledge (webmasters have named these since 2013). Licence: MIT, as the rest of
 * Footfall. Date: 2026-09. Refresh: edit by hand; an operator may add a list of their own, fetched while running.
 * A host stands for everything below it. Only hosts that have no readers to send are listed: when in doubt, leave it out.
 */
export const SPAM_HOSTS: readonly string[] = `
100dollars-seo.com 4webmasters.org 7makemoneyonline.com 7zap.com 8xv8.com abcdefh.xyz abcdeg.xyz adspart.com
aliexsale.ru amanda-porn.ga amazon-seo-service.com anal-acrobats.hol.es anticrawler.org auto-seo-service.org
autoseo-service.org autoseo-traffic.com autoseotips.com autovideobroadcast.com azartclub.org baladur.ru
best-ping-service-usa.blue best-seo-offer.com best-seo-report.com best-seo-software.xyz
best-seo-solution.com bestwebsitesawards.com biglistofwebsites.com blackhatworth.com boostmyppc.com
burn-fat.ga buttons-for-web.com buttons-for-website.com buttons-for-website.info buttons-for-websites.com
buttons-for-your-website.com buy-cheap-online.info cenokos.ru cenoval.ru cheap-trusted-backlinks.com
cheapkeys.ovh chinese-amezon.com cityadspix.com cookie-law-enforcement-aa.xyz cookie-law-enforcement-bb.xyz
cookie-law-enforcement-cc.xyz cookie-law-enforcement-dd.xyz cookie-law-enforcement-ee.xyz
cookie-law-enforcement-ff.xyz cookie-law-enforcement-gg.xyz cookie-law-enforcement-hh.xyz cyber-monday.ga
darodar.com dbutton.net descargar-musica-gratis.net djonwatch.ru doggyhouse.hol.es dojki-hd.com
dominateforex.ml domination.ml doska-vsem.ru e-buyeasy.com easycommerce.cf econom.co edakgfvwql.ru erot.co
escort-russian.com eu-cookie-law-enforcement2.xyz eu-cookie-law.blogspot.com event-tracking.com extener.com
fast-wordpress-start.com fbdownloader.com fix-website-errors.com floating-share-buttons.com for-your.website
forex-procto.ru forsex.info forum69.info foxweber.com free-fb-traffic.com free-fbook-traffic.com
free-floating-buttons.com free-seo-consultation.com free-share-buttons.blogspot.com free-share-buttons.com
free-social-buttons.com free-social-traffic.com free-video-tool.com freewhatsappload.com generalporn.org
get-clickize.info get-free-social-traffic.com get-free-traffic-now.com get-more-freeer-visitors.info
get-more-freeish-visitors.info get-seo-help.com get-your-social-buttons.info getlamborghini.ga
getrichquick.ml getrichquickly.info ghostvisitor.com girlporn.ru glavprofit.ru gobongo.info goodprotein.ru
googglet.com googlemare.com googlsucks.com guardlink.org hdmoviecams.com hosting-tracker.com howopen.ru
hulfingtonpost.com igadgetsworld.com igru-xbox.net ilovevitaly.co ilovevitaly.com ilovevitaly.info
ilovevitaly.org ilovevitaly.ru increasewwwtraffic.info iphantom.com iskalko.ru itsdp3.com joingames.org
justprofit.xyz kambasoft.com keywords-monitoring-success.com keywords-monitoring-your-success.com
law-enforcement-bot-ff.xyz law-enforcement-check-three.xyz law-six.xyz leboard.ru lerporn.info luxup.ru
magicdiet.gq makemoneyonline.com makeprogress.ga marketland.ml mirtorrent.net moi-ostrova.com
monetizationking.net money-for-placing-articles.com o-o-11-o-o.com o-o-6-o-o.com o-o-6-o-o.ru o-o-8-o-o.com
o-o-8-o-o.ru offers.bycontext.com online-intim.com online-templatestore.com onlinetvseries.me
pornhub-forum.ga pornhub-forum.uni.me pornhub-ru.com porno-chaman.info pornoforadult.com pornogig.com
pornoklad.ru priceg.com priceg.ru prointer.net.ua promoforum.ru qualitymarketzone.com qwesa.ru
rank-checker.online rankchecker.online rankings-analytics.com ranksonic.info ranksonic.net ranksonic.org
rapidgator-porn.ga rednise.com replica-watch.ru rumamba.com savetubevideo.com savetubevideo.info
screentoolkit.com semalt.com semalt.net semalt.org semaltmedia.com seo-2-0.com seo-platform.info
seoanalyses.com seocheckupx.com seoexperimenty.ru seopub.net sexsaoy.com sexyali.com sexyteens.hol.es
share-buttons-for-free.com share-buttons.xyz sharebutton.io sharebutton.net sharebutton.org sharebutton.to
shoppingmiracles.co.uk simple-share-buttons.com sitevaluation.org slftsdybbg.ru snip.tw social-buttons.com
sosdepotdebilan.com soundfrost.org success-seo.com superiends.org svetka.info t-rec.su theguardlan.com
tkpassword.com top1-seo-service.com top10-way.com topquality.cf topseoservices.co torture.ml
track-rankings.online traffic2cash.org traffic2cash.xyz traffic2money.com trafficgenius.xyz
trafficmonetize.org trafficmonetizer.org unpredictable.ga vavilone.com videofrost.com
videos-for-your-business.com viel.su web-revenue.xyz webmonetizer.net website-analyzer.info
websites-reviews.com wmasterlead.com xkaz.org xn--80adgcaax6acohn6r.xn--p1ai xtrafficplus.com xz618.com
ykecwqlixx.ru youporn-forum.ga youporn-forum.uni.me youporn-ru.com your-good-links.com yourserverisdown.com
`
  .trim()
  .split(/\s+/);
