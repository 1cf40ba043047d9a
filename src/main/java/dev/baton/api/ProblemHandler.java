package dev.baton.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.baton.core.Refusal;
import dev.baton.database.DatabaseFailures;
import dev.baton.engine.failure.InvalidDiagram;
import dev.baton.event.TooManyListeners;
import dev.baton.ledger.TaskNotFound;
import dev.baton.pipeline.CheckpointNotFound;
import dev.baton.security.BodyRefused;
import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;

/** Translates exceptions of the API into {@code application/problem+json}; never with a stack trace. */
@RestControllerAdvice
class ProblemHandler extends ResponseEntityExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);

    private static final URI INVALID_TRANSITION = URI.create("urn:baton:problem:InvalidStateTransition");

    @ExceptionHandler
    ResponseEntity<Object> handle(Exception e) {
        if (!DatabaseFailures.unavailable(e) && DisconnectedClientHelper.isClientDisconnectedException(e)) {
            return null; // nobody is there to read an answer
        }
        ProblemDetail problem = of(e);
        HttpHeaders headers = new HttpHeaders();
        if (problem.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
            headers.set(HttpHeaders.RETRY_AFTER, String.valueOf(DatabaseFailures.RETRY_AFTER_SECONDS));
        }
        return answer(problem, headers);
    }

    /** The answer to a call of a controller that failed; Spring's own exceptions are answered by the base class. */
    ProblemDetail of(Exception e) {
        if (e instanceof Refusal refusal) {
            return refused(refusal);
        }
        if (e instanceof InvalidDiagram diagram) {
            return invalid(diagram);
        }
        if (e instanceof BadRequest request) {
            return withFaults(request.faults());
        }
        if (e instanceof BadHeader) {
            return problem(HttpStatus.BAD_REQUEST, e.getMessage());
        }
        if (e instanceof TaskNotFound || e instanceof NotFound || e instanceof CheckpointNotFound) {
            return problem(HttpStatus.NOT_FOUND, e.getMessage());
        }
        if (e instanceof EventsRemoved) {
            return problem(HttpStatus.GONE, e.getMessage());
        }
        if (e instanceof TooManyListeners) {
            return problem(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage());
        }
        if (e instanceof RequestRejectedException) {
            return problem(
                    HttpStatus.BAD_REQUEST,
                    "The request's address, headers or parameters have characters that are not allowed");
        }
        if (DatabaseFailures.unavailable(e)) {
            return problem(HttpStatus.SERVICE_UNAVAILABLE, DatabaseFailures.MESSAGE);
        }
        LOG.error("A request failed with an error of the server; its transaction was rolled back", e);
        return problem(HttpStatus.INTERNAL_SERVER_ERROR, ApiCalls.UNEXPECTED);
    }

    private static ProblemDetail refused(Refusal refusal) {
        ProblemDetail problem = problem(status(refusal), refusal.getMessage());
        if (refusal.reason() == Refusal.Reason.NO_SUCH_TRANSITION) {
            problem.setType(INVALID_TRANSITION);
            problem.setTitle("InvalidStateTransition");
        }
        problem.setProperty("errors", refusal.faults());
        problem.setProperty("allowedTransitions", refusal.allowed());
        return problem;
    }

    private static ProblemDetail invalid(InvalidDiagram diagram) {
        ProblemDetail problem = problem(HttpStatus.UNPROCESSABLE_ENTITY, diagram.getMessage());
        problem.setProperty(
                "errors",
                diagram.violations().stream()
                        .map(v -> new ElementFault(v.element(), v.message()))
                        .toList());
        return problem;
    }

    static HttpStatus status(Refusal refusal) {
        return switch (refusal.reason()) {
            case FORBIDDEN -> HttpStatus.FORBIDDEN;
            case INVALID -> HttpStatus.UNPROCESSABLE_ENTITY;
            default -> HttpStatus.CONFLICT;
        };
    }

    record ElementFault(String element, String message) {}

    @Override
    protected ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        BodyRefused refused = BodyRefused.in(e);
        if (refused != null) {
            return answer(problem(refused.status(), refused.getMessage()), headers);
        }
        String type = String.valueOf(request.getHeader(HttpHeaders.CONTENT_TYPE));
        String detail = type.contains("json") ? unreadable(e) : "The body is empty: send a diagram";
        return answer(problem(HttpStatus.BAD_REQUEST, detail), headers);
    }

    @Override
    protected ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<Refusal.Fault> faults = e.getBindingResult().getAllErrors().stream()
                .map(error -> new Refusal.Fault(field(error), error.getDefaultMessage()))
                .toList();
        return answer(withFaults(faults), headers);
    }

    @Override
    protected ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<Refusal.Fault> faults = e.getParameterValidationResults().stream()
                .flatMap(result -> result.getResolvableErrors().stream()
                        .map(error -> new Refusal.Fault(
                                result.getMethodParameter().getParameterName(), error.getDefaultMessage())))
                .toList();
        return answer(withFaults(faults), headers);
    }

    /** A parameter of the query or the path that has to be a number, for instance, and is none. */
    @Override
    protected ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String expected = "it has to be " + JsonErrorMessage.kind(e.getRequiredType());
        return answer(withFaults(List.of(new Refusal.Fault(e.getPropertyName(), expected))), headers);
    }

    private static ProblemDetail withFaults(List<Refusal.Fault> faults) {
        String detail = faults.stream()
                .map(f -> f.field() == null ? f.message() : f.field() + ": " + f.message())
                .collect(Collectors.joining("; "));
        ProblemDetail problem = problem(HttpStatus.BAD_REQUEST, detail);
        problem.setProperty("errors", faults);
        return problem;
    }

    private static String field(ObjectError error) {
        return error instanceof FieldError field ? field.getField() : error.getObjectName();
    }

    private static String unreadable(HttpMessageNotReadableException e) {
        return e.getCause() instanceof JsonProcessingException json
                ? JsonErrorMessage.describe(json)
                : "The request needs a JSON body";
    }

    static ProblemDetail problem(HttpStatus status, String detail) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
        problem.setTitle(status.getReasonPhrase());
        return withError(problem);
    }

    /** What Spring refuses by itself, such as an unknown method or media type. */
    @Override
    protected ResponseEntity<Object> handleExceptionInternal(
            Exception e, Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ResponseEntity<Object> answer = super.handleExceptionInternal(e, body, headers, status, request);
        return answer != null && answer.getBody() instanceof ProblemDetail problem
                ? answer(withError(problem), answer.getHeaders())
                : answer;
    }

    private static ProblemDetail withError(ProblemDetail problem) {
        problem.setProperty("success", false);
        problem.setProperty("errors", List.of(new Refusal.Fault(null, problem.getDetail())));
        return problem;
    }

    /** The type is set, so that the answer has a body whatever the caller accepts. */
    private static ResponseEntity<Object> answer(ProblemDetail problem, HttpHeaders headers) {
        return ResponseEntity.status(problem.getStatus())
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }
}
