package dev.baton.api;

import dev.baton.core.Actor;
import dev.baton.core.Refusal.Fault;
import dev.baton.event.EventFilter;
import dev.baton.webhook.Deliveries;
import dev.baton.webhook.Delivery;
import dev.baton.webhook.TestDeliveries;
import dev.baton.webhook.Webhook;
import dev.baton.webhook.Webhooks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.lang.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Webhooks: admins see all of them, leads their own. */
@RestController
@RequestMapping("/api/webhooks")
@Tag(name = "Webhooks")
class WebhookController {

    record NewWebhook(
            @Size(max = 2000) String url,
            @Size(max = 64) String lifecycle,
            @Size(max = 100) List<@NotNull @Size(min = 1, max = 255) String> tasks,
            @Size(max = 100) List<@NotNull @Size(min = 1, max = 64) String> states,
            @Size(max = 100) List<@NotNull @Size(min = 1, max = 255) String> actors,
            @Size(max = 100) List<@NotNull @Size(min = 1, max = 16) String> kinds,
            @Size(max = 1000) String description,

            @Pattern(regexp = "event|slack|mail", message = "format is event, slack or mail")
            String format) {}

    /**
     * @param url null for mail
     * @param secret shown once, when the webhook is created; null later, and for mail
     */
    record WebhookView(
            String id,
            @Nullable String url,
            @Nullable String lifecycle,
            Set<String> tasks,
            Set<String> states,
            Set<String> actors,
            Set<String> kinds,
            @Nullable String description,
            String format,
            String createdBy,
            Instant createdAt,
            @Nullable String secret) {

        static WebhookView of(Webhook webhook, boolean withSecret) {
            EventFilter filter = webhook.filter();
            return new WebhookView(
                    webhook.id(),
                    webhook.url(),
                    filter.lifecycles().stream().findFirst().orElse(null),
                    filter.tasks(),
                    filter.states(),
                    filter.actors(),
                    filter.kinds(),
                    webhook.description(),
                    EnumNames.lower(webhook.format()),
                    webhook.createdBy(),
                    webhook.createdAt(),
                    withSecret && webhook.url() != null ? webhook.secret() : null);
        }

        /** Leaves out the secret, because the text may be logged. */
        @Override
        public String toString() {
            return "webhook " + id;
        }
    }

    /** @param next for {@code after} of the next page; null if there is none */
    record DeliveryPage(
            List<DeliveryView> deliveries, @Nullable Long next) {}

    record DeliveryView(
            long number,
            @Nullable Long event,
            String kind,
            @Nullable String task,
            @Nullable String recipient,
            String status,
            int attempts,
            Instant createdAt,
            @Nullable Instant nextAttemptAt,
            @Nullable Instant answeredAt,
            @Nullable Integer statusCode,
            @Nullable Integer millis,
            @Nullable String failure) {

        static DeliveryView of(Delivery delivery) {
            return new DeliveryView(
                    delivery.number(),
                    delivery.event(),
                    delivery.kind(),
                    delivery.task(),
                    delivery.recipient().isEmpty() ? null : delivery.recipient(),
                    delivery.status(),
                    delivery.attempts(),
                    delivery.createdAt(),
                    delivery.status().equals(Delivery.PENDING) ? delivery.nextAttemptAt() : null,
                    delivery.answeredAt(),
                    delivery.answerStatus(),
                    delivery.answerMillis(),
                    delivery.failure());
        }
    }

    private final Webhooks webhooks;
    private final Deliveries deliveries;
    private final EventRequests requests;
    private final TestDeliveries tests;

    WebhookController(Webhooks webhooks, Deliveries deliveries, EventRequests requests, TestDeliveries tests) {
        this.webhooks = webhooks;
        this.deliveries = deliveries;
        this.requests = requests;
        this.tests = tests;
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    @Operation(
            operationId = "createWebhook",
            summary =
                    "Subscribe to events, or people to mail (format mail, without url); the secret that signs the deliveries is shown this once")
    ResponseEntity<WebhookView> create(@AuthenticationPrincipal Actor actor, @Valid @RequestBody NewWebhook body) {
        List<Fault> faults = new ArrayList<>();
        EventFilter filter = requests.filter(
                body.lifecycle() == null ? Set.of() : Set.of(body.lifecycle()),
                set(body.tasks()),
                set(body.states()),
                set(body.actors()),
                set(body.kinds()),
                faults);
        Webhook.Format format = body.format() == null
                ? Webhook.Format.EVENT
                : Webhook.Format.valueOf(body.format().toUpperCase(Locale.ROOT));
        if (format != Webhook.Format.MAIL && (body.url() == null || body.url().isBlank())) {
            faults.add(new Fault("url", "it must not be blank"));
        }
        if (!faults.isEmpty()) {
            throw new BadRequest(faults.stream().map(WebhookController::named).toList());
        }
        Webhook created =
                webhooks.create(new Webhooks.NewWebhook(body.url(), filter, format, body.description()), actor);
        return ResponseEntity.created(URI.create("/api/webhooks/" + created.id()))
                .body(WebhookView.of(created, true));
    }

    /** The parameters {@code kind} and {@code state} are lists here. */
    private static Fault named(Fault fault) {
        boolean list = Set.of("kind", "state").contains(fault.field());
        return list ? new Fault(fault.field() + "s", fault.message()) : fault;
    }

    private static Set<String> set(List<String> values) {
        return values == null ? Set.of() : new LinkedHashSet<>(values);
    }

    @GetMapping
    @Operation(operationId = "listWebhooks", summary = "List one's webhooks, as an admin all, without their secrets")
    List<WebhookView> list(@AuthenticationPrincipal Actor actor) {
        return webhooks.list(actor).stream()
                .map(webhook -> WebhookView.of(webhook, false))
                .toList();
    }

    @GetMapping("/{id}")
    @Operation(operationId = "getWebhook", summary = "One webhook, without its secret")
    WebhookView get(@AuthenticationPrincipal Actor actor, @PathVariable String id) {
        return WebhookView.of(find(id, actor), false);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Operation(operationId = "deleteWebhook", summary = "End a subscription; what is not delivered yet is dropped")
    void delete(@AuthenticationPrincipal Actor actor, @PathVariable String id) {
        if (!webhooks.delete(id, actor)) {
            throw new NotFound("There is no webhook '" + id + "'");
        }
    }

    @GetMapping("/{id}/deliveries")
    @Operation(operationId = "listDeliveries", summary = "What was sent and what came back, the newest first")
    DeliveryPage deliveries(
            @AuthenticationPrincipal Actor actor,
            @PathVariable String id,
            @RequestParam(required = false) @Pattern(regexp = "pending|delivered|skipped|parked") String status,
            @RequestParam(required = false) Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(500) int limit) {
        find(id, actor);
        Page<Delivery> page =
                Page.of(deliveries.list(id, status, after == null ? Long.MAX_VALUE : after, limit + 1), limit);
        return new DeliveryPage(page.items().stream().map(DeliveryView::of).toList(), page.next(Delivery::number));
    }

    @PostMapping("/{id}/deliveries/{number}/redeliver")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(operationId = "redeliver", summary = "Send a delivery again, with the same number")
    DeliveryView redeliver(@AuthenticationPrincipal Actor actor, @PathVariable String id, @PathVariable long number) {
        find(id, actor);
        return deliveries
                .redeliver(id, number)
                .map(DeliveryView::of)
                .orElseThrow(() -> new NotFound("There is no delivery " + number + " of webhook '" + id + "'"));
    }

    @PostMapping("/{id}/test")
    @ResponseStatus(HttpStatus.ACCEPTED)
    @Operation(
            operationId = "testWebhook",
            summary = "Send a delivery of the kind test; the deliveries say what came of it")
    DeliveryView test(@AuthenticationPrincipal Actor actor, @PathVariable String id) {
        return DeliveryView.of(tests.send(find(id, actor), actor));
    }

    private Webhook find(String id, Actor actor) {
        return webhooks.find(id, actor).orElseThrow(() -> new NotFound("There is no webhook '" + id + "'"));
    }
}
