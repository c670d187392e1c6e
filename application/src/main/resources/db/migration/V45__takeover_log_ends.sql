-- Where the logs ended into which deliveries of a partition may write, at each of its latest takeovers. A record of an
-- earlier owner behind that end is late: its new owner writes it again. One row for each topic of logs; the first end is
-- that of partition 0.
create table takeover_log_end (
    topic     text     not null,
    partition integer  not null,
    epoch     bigint   not null,
    log_topic text     not null,
    ends      bigint[] not null,
    primary key (topic, partition, epoch, log_topic)
);

create index takeover_log_end_by_log on takeover_log_end (log_topic);
