-- Why a check failed, as a code: the dashboard has a text for each in its languages. Those of earlier failures follow from their
-- sentences.
alter table monitors add column last_error_code text;
alter table downtimes add column error_code text;
alter table downtimes add column status_code integer;
update downtimes set
  error_code = case
    when error glob '* answered with status [0-9][0-9][0-9]' then 'status'
    when error like 'no address %' then 'dns'
    when error like '% takes no connection on port %' then 'connect'
    when error like '% in time' or error like '% did not answer within 10 seconds' then 'timeout'
    when error like 'the certificate of % has expired' then 'certificate_expired'
    when error like 'the certificate of % is not valid yet' then 'certificate_not_yet_valid'
    when error like 'the certificate of % is for another name' then 'certificate_wrong_name'
    when error like 'the certificate of % is self-signed' then 'certificate_self_signed'
    when error like 'the certificate of % is not signed by %' then 'certificate_untrusted'
    when error like '% shows no certificate' or error like '% does not speak TLS %' then 'tls'
    when error like '% is not on the open internet; %' then 'refused_target'
    when error like '% broke off%' or error like '% redirects more than %' then 'protocol'
  end,
  status_code =
    iif(error glob '* answered with status [0-9][0-9][0-9]', cast(substr(error, -3) as integer), null);
