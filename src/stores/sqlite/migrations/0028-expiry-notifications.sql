-- Standard words for keys of uptime: the last notification of an expiry was `told`, the last lookup `askedAtMs`.
update monitors set certificate =
  json_set(json_remove(certificate, '$.told'), '$.lastNotified', json(coalesce(certificate -> '$.told', 'null')))
  where json_type(certificate) = 'object';
update monitors set domain =
  json_set(json_remove(domain, '$.told', '$.askedAtMs'),
    '$.lastNotified', json(coalesce(domain -> '$.told', 'null')),
    '$.lookedUpAtMs', json_extract(domain, '$.askedAtMs'))
  where json_type(domain) = 'object';
