-- A client may append what it decided by its copy: the log refuses what others were faster with, and
-- no one waits while a client reads. What clients sent before is answered as before.
-- A released migration is never edited.

-- Append those events whose streams are at the versions that they expect, the first `most` of them,
-- or with null all or none; and end the leases of some items. Nothing where an event of one of some
-- types came after `since`. The rows are those of `append`, by the place that each event names.
CREATE FUNCTION lessonboard.append_if(
    events json, since bigint, unless text[], most integer, ending text[]
) RETURNS TABLE (
    place integer, at bigint, stream_version bigint, author text, recorded bigint, link bytea
)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
    fit integer[];
    ids text[];
    streams text[];
    types text[];
    schemas integer[];
    projects text[];
    actors text[];
    occurred bigint[];
    causations text[];
    correlations text[];
    payloads text[];
    other record;
BEGIN
    LOCK TABLE lessonboard.head IN EXCLUSIVE MODE;
    IF EXISTS (SELECT FROM lessonboard.events e WHERE e.type = ANY (unless) AND e.position > since)
    THEN
        RAISE EXCEPTION 'there are later events' USING ERRCODE = 'LB005';
    END IF;
    SELECT array_agg(g.place), array_agg(g.id), array_agg(g.stream), array_agg(g.type),
        array_agg(g.schema), array_agg(g.project), array_agg(g.actor), array_agg(g.occurred_at),
        array_agg(g.causation), array_agg(g.correlation), array_agg(g.payload)
    INTO fit, ids, streams, types, schemas, projects, actors, occurred, causations, correlations,
        payloads
    FROM (
        SELECT * FROM json_to_recordset(append_if.events) AS n(
            place integer, expected bigint, id text, stream text, type text, schema integer,
            project text, actor text, occurred_at bigint, causation text, correlation text,
            payload text
        )
        WHERE n.expected = (
            SELECT coalesce(max(e.version), 0) FROM lessonboard.events e WHERE e.stream = n.stream
        )
        ORDER BY n.place LIMIT most
    ) AS g;
    IF most IS NULL AND coalesce(cardinality(fit), 0) < json_array_length(append_if.events) THEN
        SELECT n.place, coalesce(max(e.version), 0) AS version INTO other
            FROM json_to_recordset(append_if.events) AS n(place integer, stream text)
            LEFT JOIN lessonboard.events e ON e.stream = n.stream
            WHERE n.place <> ALL (coalesce(fit, '{}'))
            GROUP BY n.place ORDER BY n.place LIMIT 1;
        RAISE EXCEPTION '% %', other.place, other.version USING ERRCODE = 'LB006';
    END IF;
    PERFORM lessonboard.end_lease(ending);
    RETURN QUERY
        SELECT fit[a.place], a.at, a.stream_version, a.author, a.recorded, a.link
        FROM lessonboard.append(ids, streams, types, schemas, projects, actors, occurred,
            causations, correlations, payloads, NULL) AS a;
END
$$;

REVOKE ALL ON FUNCTION lessonboard.append_if FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lessonboard.append_if TO lessonboard_writer;
