-- What comes in is checked: the size of a payload before anything else of it, and of known types the
-- required fields. What clients send and get is as before, so the format stays the same.
-- A released migration is never edited.

ALTER TABLE lessonboard.format ADD COLUMN steps integer;

-- The required fields of each known version of a type, with their JSON types. `lessonboard team setup`
-- fills it from blackboard/events/required_fields.py.
CREATE TABLE lessonboard.types (
    type text COLLATE "C",
    schema integer,
    required jsonb NOT NULL,
    PRIMARY KEY (type, schema)
);

-- Whether the type was known when the event was appended, so that its payload was checked; null for
-- events from before.
ALTER TABLE lessonboard.events ADD COLUMN is_known boolean;

-- Order, chain and append events, all or none; those that were new, by their place in the arrays.
-- The digest is that of blackboard/chain.py: SHA-256 over the digest before, the twelve fields of
-- the envelope, one a line, and the SHA-256 of the payload.
CREATE OR REPLACE FUNCTION lessonboard.append(
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
    found bigint;
    envelope text;
    hash bytea;
    happened bigint;
    stamp bigint;
    allowed lessonboard.limits;
    used lessonboard.usage;
    needed jsonb;
    given jsonb;
    known boolean;
    wrong text;
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
    SELECT * INTO allowed FROM lessonboard.limits l
        WHERE l.author IN (session_user, '*') ORDER BY l.author = '*' LIMIT 1;
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
        IF octet_length(payloads[n]) > allowed.bytes_a_payload THEN
            RAISE EXCEPTION 'a payload of % bytes is larger than the % that are allowed',
                octet_length(payloads[n]), allowed.bytes_a_payload USING ERRCODE = 'LB002';
        END IF;
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
        SELECT t.required INTO needed FROM lessonboard.types t
            WHERE t.type = types[n] AND t.schema = schemas[n];
        known := needed IS NOT NULL;
        IF known THEN
            SELECT jsonb_object_agg(f.key, json_typeof(f.value)) INTO given
                FROM json_each(payloads[n]::json) f;
            IF NOT coalesce(given, '{}') @> needed THEN
                SELECT string_agg(format('%s as %L', f.value, f.key), ', ') INTO wrong
                    FROM jsonb_each_text(needed) f WHERE given ->> f.key IS DISTINCT FROM f.value;
                RAISE EXCEPTION 'the payload of a % event needs %', types[n], wrong
                    USING ERRCODE = 'LB002';
            END IF;
        END IF;
        link := sha256(last.digest || convert_to(envelope, 'UTF8') || hash);
        INSERT INTO lessonboard.events VALUES (at, ids[n], streams[n], stream_version, types[n],
            schemas[n], projects[n], author, happened, stamp, causations[n], correlations[n],
            payloads[n], hash, link, known);
        last.position := at;
        last.digest := link;
        written := written + 1;
        size := size + octet_length(payloads[n]);
        RETURN NEXT;
    END LOOP;
    IF written > 0 THEN
        UPDATE lessonboard.head h
            SET position = last.position, digest = last.digest, recorded_at = stamp;
        INSERT INTO lessonboard.usage AS u
            VALUES (session_user, (now() AT TIME ZONE 'UTC')::date, written, size)
            ON CONFLICT ON CONSTRAINT usage_pkey DO UPDATE SET events = u.events + EXCLUDED.events,
                bytes = u.bytes + EXCLUDED.bytes
            RETURNING * INTO used;
        IF used.events > allowed.events_a_day OR used.bytes > allowed.bytes_a_day THEN
            RAISE EXCEPTION '% events and % bytes in a day are more than the % and % allowed',
                used.events, used.bytes, allowed.events_a_day, allowed.bytes_a_day
                USING ERRCODE = 'LB003';
        END IF;
        PERFORM pg_notify('lessonboard', last.position::text);
    END IF;
END
$$;

REVOKE ALL ON lessonboard.types FROM PUBLIC;
GRANT SELECT ON lessonboard.types TO lessonboard_reader;
