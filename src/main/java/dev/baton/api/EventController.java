package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.event.Event;
import dev.baton.event.EventLog;
import dev.baton.event.EventStreams;
import dev.baton.json.Json;
import dev.baton.security.CallerCheck;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Events as a stream, or as pages for callers that ask for JSON. */
@RestController
@RequestMapping("/api/events")
@Tag(name = "Events")
class EventController {

    private static final String LAST_EVENT_ID = "Last-Event-ID";

    /** For the description of the API. */
    record EventView(
            long number,
            String kind,
            @Nullable String task,
            @Nullable String lifecycle,
            @Nullable String from,
            @Nullable String to,
            @Nullable String trigger,
            @Nullable String actor,
            Instant at) {}

    record EventPage(List<EventView> events, long next) {}

    private final EventRequests requests;
    private final EventStreams streams;
    private final EventLog log;

    EventController(EventRequests requests, EventStreams streams, EventLog log) {
        this.requests = requests;
        this.streams = streams;
        this.log = log;
    }

    @GetMapping
    @Parameter(
            in = ParameterIn.QUERY,
            name = "after",
            description = "the number of the last event that the caller has; 0 for the oldest that is kept",
            schema = @Schema(type = "integer", format = "int64"))
    @Parameter(in = ParameterIn.QUERY, name = "lifecycle", array = @ArraySchema(schema = @Schema(type = "string")))
    @Parameter(in = ParameterIn.QUERY, name = "task", array = @ArraySchema(schema = @Schema(type = "string")))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "state",
            description = "the state after the event",
            array = @ArraySchema(schema = @Schema(type = "string")))
    @Parameter(in = ParameterIn.QUERY, name = "actor", array = @ArraySchema(schema = @Schema(type = "string")))
    @Parameter(in = ParameterIn.QUERY, name = "kind", array = @ArraySchema(schema = @Schema(type = "string")))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "limit",
            description = "of a page",
            schema = @Schema(type = "integer", minimum = "1", maximum = "1000"))
    @Operation(
            operationId = "listEvents",
            summary = "What has happened: a stream of server-sent events, or with Accept: application/json a page")
    @ApiResponse(
            responseCode = "200",
            content = {
                @Content(mediaType = "text/event-stream", schema = @Schema(type = "string")),
                @Content(mediaType = "application/json", schema = @Schema(implementation = EventPage.class))
            })
    void events(
            @Parameter(hidden = true) @RequestParam MultiValueMap<String, String> parameters,
            @RequestHeader(name = LAST_EVENT_ID, required = false) String lastEventId,
            @AuthenticationPrincipal Actor actor,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        boolean page = wantsPage(request);
        EventRequests.Request wanted = requests.read(parameters, page ? null : lastEventId);
        if (page) {
            writePage(wanted, response);
        } else if (request.getMethod().equals("HEAD")) {
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
        } else {
            streams.open(request, response, wanted.filter(), wanted.after(), CallerCheck.current(actor));
        }
    }

    private static boolean wantsPage(HttpServletRequest request) {
        String accepted = String.valueOf(request.getHeader(HttpHeaders.ACCEPT));
        return accepted.contains(MediaType.APPLICATION_JSON_VALUE)
                && !accepted.contains(MediaType.TEXT_EVENT_STREAM_VALUE);
    }

    private void writePage(EventRequests.Request wanted, HttpServletResponse response) throws IOException {
        long after = wanted.after() == null ? 0 : wanted.after();
        long last = log.numberAll().last();
        List<Event> events = log.list(wanted.filter(), after, last, wanted.limit());
        long next = events.size() < wanted.limit()
                ? last
                : events.get(events.size() - 1).number();
        var page = Json.object();
        page.putArray("events").addAll(events.stream().map(Event::json).toList());
        page.put("next", next);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream().write(Json.text(page).getBytes(StandardCharsets.UTF_8));
    }
}
