/**
 * Domains of mail addresses that anybody may read and that are gone soon: no owner can be reached there.
 *
 * Origin: our own table, from public knowledge of well-known services. Licence: MIT, as the rest of Footfall.
 * Date: 2026-11. Refresh: edit by hand; an operator adds to it, and takes from it, in `blocked-mail-domains.txt` in the
 * data folder. A domain stands for everything below it. Services that forward to a person's own mailbox (relays of
 * browsers and phones) are not listed: their owners can be reached.
 */
export const ONE_TIME_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `
0-mail.com 0815.ru 10mail.org 10minutemail.co.uk 10minutemail.com 10minutemail.de 10minutemail.net 1secmail.com
1secmail.net 1secmail.org 20minutemail.com 20minutemail.it 4warding.com 6paq.com 9ox.net anonbox.net
anonymbox.com armyspy.com bccto.me beefmilk.com binkmail.com bobmail.info boun.cr bouncr.com breakthru.com
bugmenot.com byom.de courrieltemporaire.com cuvox.de dayrep.com dcctb.com deadaddress.com despammed.com
devnullmail.com discard.email discardmail.com discardmail.de disposable-email.ml disposableaddress.com
dispostable.com dodgeit.com dodgit.com dontreg.com drdrb.com dropmail.me dump-email.info dumpmail.de einrot.com
email60.com emailfake.com emailias.com emailondeck.com emailsensei.com emailtemporanea.com
emailtemporario.com.br emltmp.com evopo.com explodemail.com fake-mail.ml fakeinbox.com fakemail.net
fakemailgenerator.com fakermail.com fastacura.com fleckens.hu garliclife.com getairmail.com getnada.com
gishpuppy.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net
guerrillamail.org guerrillamailblock.com gustr.com haltospam.com harakirimail.com hidemail.de hmamail.com
hulapla.de inbox.testmail.app inboxalias.com inboxbear.com inboxkitten.com incognitomail.com incognitomail.net
incognitomail.org instant-mail.de jetable.com jetable.net jetable.org jourrapide.com kasmail.com klzlk.com
kurzepost.de linshiyouxiang.net lortemail.dk luxusmail.org mail-temporaire.com mail-temporaire.fr mail.tm
mail7.io mailbox92.biz mailcatch.com maildrop.cc maileater.com mailed.ro mailexpire.com mailforspam.com
mailfreeonline.com mailhazard.com mailimate.com mailin8r.com mailinater.com mailinator.com mailinator.net
mailinator.org mailinator2.com mailmetrash.com mailmoat.com mailnesia.com mailnull.com mailpoof.com mailsac.com
mailshell.com mailsiphon.com mailslite.com mailslurp.com mailtemp.info mailtothis.com mailzilla.com meltmail.com
mintemail.com minuteinbox.com moakt.cc moakt.com moakt.ws mohmal.com mohmal.in mohmal.tech mt2015.com mvrht.com
mytemp.email mytempemail.com mytrashmail.com nada.email nada.ltd nepwk.com no-spam.ws nomail.xl.cx nospam4.us
nospamfor.us nowmymail.com objectmail.com obobbo.com oneoffemail.com onewaymail.com owlymail.com pokemail.net
pookmail.com proxymail.eu rcpt.at reallymymail.com receiveee.com recyclemail.dk regbypass.com rhyta.com
rmqkr.net safetymail.info sharedmailbox.org sharklasers.com shieldemail.com shitmail.me skeefmail.com
smellfear.com snakemail.com sofort-mail.de sogetthis.com spam4.me spamavert.com spambob.com spambog.com
spambog.de spambox.us spamcero.com spamday.com spamdecoy.net spamex.com spamfree24.org spamherelots.com
spamhole.com spamify.com spaml.com spammotel.com spamobox.com spamslicer.com spamspot.com spamthis.co.uk
spamtrail.com superrito.com suremail.info teewars.org teleworm.us temp-mail.io temp-mail.org temp-mail.ru
tempail.com tempemail.co tempemail.com tempemail.net tempinbox.com tempmail.de tempmail.dev tempmail.eu
tempmail.io tempmail.net tempmail.plus tempmailaddress.com tempmailo.com tempomail.fr temporarily.de
temporarioemail.com.br temporary-mail.net temporaryemail.net temporaryforwarding.com temporaryinbox.com
temporarymailaddress.com tempr.email thankyou2010.com thisisnotmyrealemail.com throam.com
throwawayemailaddress.com throwawaymail.com throwawaymailbox.com tilien.com tmail.ws tmailinator.com tmpmail.net
tmpmail.org tradermail.info trash-mail.at trash-mail.com trash-mail.de trash2009.com trashdevil.com
trashemail.de trashmail.at trashmail.com trashmail.de trashmail.me trashmail.net trashmail.org trashmail.ws
trashmailer.com trashymail.com trbvm.com trillianpro.com twinmail.de tyldd.com uggsrock.com upliftnow.com
veryrealemail.com vomoto.com wegwerf-email.de wegwerfadresse.de wegwerfemail.com wegwerfemail.de wegwerfmail.de
wegwerfmail.net wegwerfmail.org wh4f.org whyspam.me willhackforfood.biz willselfdestruct.com winemaven.info
wuzup.net xagloo.com xemaps.com xmaily.com xoxy.net yep.it yogamaven.com yopmail.com yopmail.fr yopmail.net
yuurok.com zehnminutenmail.de zippymail.info zoemail.org
`
    .trim()
    .split(/\s+/),
);
