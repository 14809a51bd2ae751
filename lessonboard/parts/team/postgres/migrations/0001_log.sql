-- The log: one table to which one function appends, and what is kept beside it.
-- A released migration is never edited.

CREATE TABLE lessonboard.events (
    position bigint PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    schema integer NOT NULL,
    project text COLLATE "C",
    actor text COLLATE "C" NOT NULL,
    occurred_at bigint NOT NULL,
    recorded_at bigint NOT NULL,
    causation text COLLATE "C",
    correlation text COLLATE "C",
    payload text,
    payload_sha256 bytea NOT NULL,
    digest bytea NOT NULL,
    UNIQUE (stream, version)
);
CREATE INDEX events_by_type ON lessonboard.events (type, position);

-- The end of the chain. Whoever appends locks this table until he commits, so positions have no
-- hole and nobody sees a later event before an earlier one. Locks of tables are given in the order
-- in which they were asked for, which those of rows are not; reading needs none of them.
CREATE TABLE lessonboard.head (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    position bigint NOT NULL,
    digest bytea NOT NULL,
    recorded_at bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO lessonboard.head VALUES (true, 0, decode(repeat('00', 32), 'hex'), 0);

CREATE TABLE lessonboard.leases (
    item text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL,
    author text NOT NULL,
    expires_at bigint NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE lessonboard.readers (
    name text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL
) WITH (fillfactor = 50);

-- How far each machine that follows the log has come, for `doctor`.
CREATE TABLE lessonboard.followers (
    machine text COLLATE "C",
    author text NOT NULL,
    position bigint NOT NULL,
    seen_at bigint NOT NULL,
    PRIMARY KEY (author, machine)
) WITH (fillfactor = 50);

-- What an author may append in a day; the row of the author '*' holds for all who have none.
CREATE TABLE lessonboard.limits (
    author text PRIMARY KEY,
    events_a_day bigint NOT NULL,
    bytes_a_day bigint NOT NULL,
    bytes_a_payload bigint NOT NULL
);
INSERT INTO lessonboard.limits VALUES ('*', 1000000, 4294967296, 16777216);
CREATE TABLE lessonboard.usage (
    author text,
    day date,
    events bigint NOT NULL,
    bytes bigint NOT NULL,
    PRIMARY KEY (author, day)
) WITH (fillfactor = 50);

-- Microseconds since 1970 by the server's clock. Functions that set nothing, such as this one, are
-- merged into what calls them, which with `append` has a search path of its own.
CREATE FUNCTION lessonboard.clock() RETURNS bigint
LANGUAGE sql VOLATILE
AS $$ SELECT (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint $$;

-- Who appends is the user of the database; what the client says stands behind a slash.
CREATE FUNCTION lessonboard.signed(claimed text) RETURNS text
LANGUAGE sql STABLE
AS $$
    SELECT CASE
        WHEN starts_with(claimed, session_user || '/') THEN claimed
        ELSE session_user || '/' || claimed
    END
$$;

-- Has PostgreSQL refuse what nobody may do, also to the owner of the tables.
CREATE FUNCTION lessonboard.keep() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.payload IS NOT NULL AND NEW.payload IS NULL
        AND to_jsonb(NEW) - 'payload' = to_jsonb(OLD) - 'payload'
        AND EXISTS (SELECT FROM lessonboard.events WHERE stream = 'forgotten:' || NEW.id)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'events are never changed or deleted' USING ERRCODE = 'LB004';
END
$$;
CREATE TRIGGER events_are_kept BEFORE UPDATE OR DELETE ON lessonboard.events
    FOR EACH ROW EXECUTE FUNCTION lessonboard.keep();
CREATE TRIGGER events_are_not_truncated BEFORE TRUNCATE ON lessonboard.events
    FOR EACH STATEMENT EXECUTE FUNCTION lessonboard.keep();

-- Hold other writers off until the end of the transaction; the position of the last event.
CREATE FUNCTION lessonboard.begin_write() RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    LOCK TABLE lessonboard.head IN EXCLUSIVE MODE;
    RETURN (SELECT position FROM lessonboard.head);
END
$$;

-- The streams on which an event would say that a stream is closed, its own name and each
-- beginning of it that ends before a slash.
CREATE FUNCTION lessonboard.closing_streams(stream text) RETURNS text[]
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
    SELECT array_agg('closed:' || array_to_string(parts[1:n], '/'))
    FROM string_to_array(stream, '/') AS parts, generate_series(1, cardinality(parts)) AS n
$$;

-- Whether a user may announce that something is forgotten: all, or what he himself appended. Each of
-- the two types has streams of its own, on which nothing else may be said.
CREATE FUNCTION lessonboard.may_forget(type text, stream text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    SELECT CASE may_forget.type
        WHEN 'payload.forgotten' THEN starts_with(may_forget.stream, 'forgotten:') AND (
            pg_has_role(session_user, 'lessonboard_forgetter', 'member') OR EXISTS (
                SELECT FROM lessonboard.events e WHERE e.id = substr(may_forget.stream, 11)
                AND starts_with(e.actor, session_user || '/')
            )
        )
        WHEN 'stream.closed' THEN starts_with(may_forget.stream, 'closed:')
            AND pg_has_role(session_user, 'lessonboard_forgetter', 'member')
        ELSE false
    END
$$;

-- Order, chain and append events, all or none; those that were new, by their place in the arrays.
-- The digest is that of blackboard/chain.py: SHA-256 over the digest before, the twelve fields of
-- the envelope, one a line, and the SHA-256 of the payload.
CREATE FUNCTION lessonboard.append(
    ids text[], streams text[], types text[], schemas integer[], projects text[], actors text[],
    occurred bigint[], causations text[], correlations text[], payloads text[], expected bigint
) RETURNS TABLE (
    place integer, at bigint, stream_version bigint, author text, recorded bigint, link bytea
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    last lessonboard.head;
    written bigint := 0;
    size bigint := 0;
    largest bigint := 0;
    found bigint;
    envelope text;
    hash bytea;
    happened bigint;
    stamp bigint;
    allowed lessonboard.limits;
    used lessonboard.usage;
BEGIN
    IF session_user ~ '[/[:cntrl:]]' THEN
        RAISE EXCEPTION 'the name of the user % holds a slash', session_user
            USING ERRCODE = 'LB004';
    END IF;
    LOCK TABLE lessonboard.head IN EXCLUSIVE MODE;
    SELECT * INTO last FROM lessonboard.head;
    stamp := lessonboard.clock();
    IF last.recorded_at - stamp <= 60000000 THEN
        stamp := greatest(stamp, last.recorded_at);
    END IF;
    IF expected IS NOT NULL THEN
        SELECT coalesce(max(e.version), 0) INTO found
            FROM lessonboard.events e WHERE e.stream = streams[1];
        IF found <> expected THEN
            RAISE EXCEPTION '%', found USING ERRCODE = 'LB001';
        END IF;
    END IF;
    FOR n IN 1 .. coalesce(cardinality(ids), 0) LOOP
        IF octet_length(streams[n]) > 4096 OR octet_length(ids[n]) > 4096
        THEN
            RAISE EXCEPTION 'an envelope is at most 4096 characters' USING ERRCODE = 'LB002';
        END IF;
        CONTINUE WHEN EXISTS (SELECT FROM lessonboard.events e WHERE e.id = ids[n])
            OR EXISTS (SELECT FROM lessonboard.events e WHERE e.stream = 'closed:' || streams[n])
            OR (strpos(streams[n], '/') > 0
                AND EXISTS (SELECT FROM lessonboard.events e
                            WHERE e.stream = ANY (lessonboard.closing_streams(streams[n]))));
        IF (types[n] IN ('payload.forgotten', 'stream.closed')
                OR streams[n] LIKE ANY (ARRAY['forgotten:%', 'closed:%']))
            AND NOT lessonboard.may_forget(types[n], streams[n])
        THEN
            RAISE EXCEPTION 'only members of lessonboard_forgetter may forget what others wrote'
                USING ERRCODE = 'LB004';
        END IF;
        SELECT coalesce(max(e.version), 0) + 1 INTO stream_version
            FROM lessonboard.events e WHERE e.stream = streams[n];
        place := n;
        at := last.position + 1;
        author := lessonboard.signed(actors[n]);
        recorded := stamp;
        happened := coalesce(occurred[n], stamp);
        hash := sha256(convert_to(payloads[n], 'UTF8'));
        envelope := concat_ws(E'\n', at, ids[n], streams[n], stream_version, types[n], schemas[n],
            coalesce(projects[n], ''), author, happened, stamp, coalesce(causations[n], ''),
            coalesce(correlations[n], ''));
        IF types[n] = '' OR streams[n] = '' OR ids[n] = '' OR length(envelope) > 4096
            OR length(envelope) - length(replace(envelope, E'\n', '')) <> 11
            OR envelope ~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]'
            OR projects[n] = '' OR causations[n] = '' OR correlations[n] = ''
        THEN
            RAISE EXCEPTION 'an envelope is at most 4096 characters, none a control character'
                USING ERRCODE = 'LB002';
        ELSIF json_typeof(payloads[n]::json) <> 'object' THEN
            RAISE EXCEPTION 'a payload is a JSON object' USING ERRCODE = 'LB002';
        END IF;
        link := sha256(last.digest || convert_to(envelope, 'UTF8') || hash);
        INSERT INTO lessonboard.events VALUES (at, ids[n], streams[n], stream_version, types[n],
            schemas[n], projects[n], author, happened, stamp, causations[n], correlations[n],
            payloads[n], hash, link);
        last.position := at;
        last.digest := link;
        written := written + 1;
        size := size + octet_length(payloads[n]);
        largest := greatest(largest, octet_length(payloads[n]));
        RETURN NEXT;
    END LOOP;
    IF written > 0 THEN
        UPDATE lessonboard.head h
            SET position = last.position, digest = last.digest, recorded_at = stamp;
        SELECT * INTO allowed FROM lessonboard.limits l
            WHERE l.author IN (session_user, '*') ORDER BY l.author = '*' LIMIT 1;
        INSERT INTO lessonboard.usage AS u
            VALUES (session_user, (now() AT TIME ZONE 'UTC')::date, written, size)
            ON CONFLICT ON CONSTRAINT usage_pkey DO UPDATE SET events = u.events + EXCLUDED.events,
                bytes = u.bytes + EXCLUDED.bytes
            RETURNING * INTO used;
        IF largest > allowed.bytes_a_payload THEN
            RAISE EXCEPTION 'a payload of % bytes is larger than the % that are allowed',
                largest, allowed.bytes_a_payload USING ERRCODE = 'LB003';
        ELSIF used.events > allowed.events_a_day OR used.bytes > allowed.bytes_a_day THEN
            RAISE EXCEPTION '% events and % bytes in a day are more than the % and % allowed',
                used.events, used.bytes, allowed.events_a_day, allowed.bytes_a_day
                USING ERRCODE = 'LB003';
        END IF;
        PERFORM pg_notify('lessonboard', last.position::text);
    END IF;
END
$$;

-- Erase payloads that events say are forgotten; how many there were.
CREATE FUNCTION lessonboard.erase(ids text[]) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    WITH erased AS (
        UPDATE lessonboard.events SET payload = NULL
        WHERE id = ANY (ids) AND payload IS NOT NULL RETURNING 1
    )
    SELECT count(*) FROM erased
$$;

-- Lease items to a holder, for a day at most. What another user holds is left to him until it runs
-- out.
CREATE FUNCTION lessonboard.lease(items text[], by_whom text, until bigint) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF EXISTS (SELECT FROM lessonboard.leases l WHERE l.item = ANY (items)
               AND l.author <> session_user AND l.expires_at > lessonboard.clock())
    THEN
        RAISE EXCEPTION 'another user holds one of these items' USING ERRCODE = 'LB004';
    END IF;
    IF EXISTS (SELECT FROM lessonboard.leases l WHERE l.author = session_user OFFSET 100000) THEN
        RAISE EXCEPTION 'one user holds at most 100000 items' USING ERRCODE = 'LB003';
    END IF;
    INSERT INTO lessonboard.leases
        SELECT DISTINCT item, left(by_whom, 300), session_user,
            least(until, lessonboard.clock() + 86400000000)
        FROM unnest(items) AS item
        ON CONFLICT (item) DO UPDATE SET holder = EXCLUDED.holder, author = EXCLUDED.author,
            expires_at = EXCLUDED.expires_at;
END
$$;

CREATE FUNCTION lessonboard.end_lease(items text[]) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    DELETE FROM lessonboard.leases l WHERE l.item = ANY (items)
        AND (l.author = session_user OR l.expires_at <= lessonboard.clock())
$$;

CREATE FUNCTION lessonboard.remember_reader(reader text, reached bigint) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    INSERT INTO lessonboard.readers VALUES (reader, reached)
        ON CONFLICT (name) DO UPDATE SET position = EXCLUDED.position
$$;

CREATE FUNCTION lessonboard.report_follower(of_machine text, reached bigint) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
    DELETE FROM lessonboard.followers WHERE author = session_user AND machine IN (
        SELECT machine FROM lessonboard.followers WHERE author = session_user
        ORDER BY seen_at DESC OFFSET 50
    );
    INSERT INTO lessonboard.followers
        VALUES (left(of_machine, 200), session_user, reached, lessonboard.clock())
        ON CONFLICT (author, machine) DO UPDATE
        SET position = EXCLUDED.position, seen_at = EXCLUDED.seen_at
$$;

REVOKE ALL ON ALL TABLES IN SCHEMA lessonboard FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA lessonboard FROM PUBLIC;
GRANT USAGE ON SCHEMA lessonboard
    TO lessonboard_reader, lessonboard_writer, lessonboard_forgetter;
GRANT SELECT ON ALL TABLES IN SCHEMA lessonboard TO lessonboard_reader;
GRANT EXECUTE ON FUNCTION lessonboard.clock, lessonboard.report_follower TO lessonboard_reader;
GRANT EXECUTE ON FUNCTION lessonboard.append, lessonboard.begin_write, lessonboard.lease,
    lessonboard.end_lease, lessonboard.remember_reader, lessonboard.erase TO lessonboard_writer;
