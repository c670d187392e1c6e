// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import io.millrace.server.web.api.ErrorPaths;
import io.millrace.server.web.security.Roles;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.GlobalOperationCustomizer;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.method.HandlerMethod;

/**
 * Adds the error responses to the description of each operation, by rules that follow from what an operation takes and
 * who may call it.
 */
final class ErrorAnswers implements GlobalOperationCustomizer {

    private static final String REST_CALLS = "/api/rule-engine/";

    /** Operations that change stored entities have names that begin with these verbs. */
    private static final List<String> CHANGES =
            List.of(
                    "save",
                    "update",
                    "delete",
                    "set",
                    "assign",
                    "unassign",
                    "restore",
                    "import",
                    "resend");

    /** Operations that are refused while too many of their kind run, or after too many failures. */
    private static final Set<String> LIMITED =
            Set.of(
                    "login",
                    "changePassword",
                    "resendDeadLetters",
                    "runRuleChainTest",
                    "runRuleChainTestCases",
                    "saveRuleChainTestCase");

    private static final Pattern NAMES_ENTITY = Pattern.compile(".*(Id|Ids|ids|Name|Title)");

    private enum Answer {
        BAD_REQUEST(HttpStatus.BAD_REQUEST, "The request is invalid; the message says where."),
        UNAUTHORIZED(HttpStatus.UNAUTHORIZED, "The access token or the password is not valid."),
        FORBIDDEN(HttpStatus.FORBIDDEN, "The caller may not do this."),
        NOT_FOUND(HttpStatus.NOT_FOUND, "The caller's tenant has no such entity."),
        NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "The data of the reply is not JSON."),
        REQUEST_TIMEOUT(HttpStatus.REQUEST_TIMEOUT, "The reply did not arrive in time."),
        CONFLICT(
                HttpStatus.CONFLICT,
                "The entity has another version now, or another request is working on it."),
        CONTENT_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The body is too large."),
        TOO_MANY_REQUESTS(
                HttpStatus.TOO_MANY_REQUESTS, "Too many such requests; retry after some time."),
        UNAVAILABLE(
                HttpStatus.SERVICE_UNAVAILABLE,
                "The service or its database is unavailable; retry after some time.");

        private final HttpStatus status;
        private final String description;

        Answer(HttpStatus status, String description) {
            this.status = status;
            this.description = description;
        }

        String component(boolean plainText) {
            return Stream.of(name().split("_"))
                            .map(word ->
                                    word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining())
                    + (plainText ? "Text" : "");
        }
    }

    /** Adds the responses to which the operations refer. */
    static void addTo(Components components) {
        for (Answer answer : Answer.values()) {
            components.addResponses(
                    answer.component(false),
                    response(answer, "application/json", CommonSchemas.error()));
            components.addResponses(
                    answer.component(true), response(answer, "text/plain", new StringSchema()));
        }
    }

    private static ApiResponse response(Answer answer, String mediaType, Schema<?> body) {
        return new ApiResponse()
                .description(answer.description)
                .content(new Content().addMediaType(mediaType, new MediaType().schema(body)));
    }

    @Override
    public Operation customize(Operation operation, HandlerMethod handler) {
        String path = path(handler);
        boolean plainText = ErrorPaths.arePlainText(path);
        answersOf(operation, handler, path)
                .forEach(answer -> {
                    // Bodies are measured and tokens are checked before a controller is found.
                    boolean inJson =
                            answer == Answer.UNAUTHORIZED || answer == Answer.CONTENT_TOO_LARGE;
                    operation
                            .getResponses()
                            .addApiResponse(
                                    String.valueOf(answer.status.value()),
                                    new ApiResponse().$ref(answer.component(plainText && !inJson)));
                });
        return operation;
    }

    private static Stream<Answer> answersOf(
            Operation operation, HandlerMethod handler, String path) {
        String name = String.valueOf(operation.getOperationId());
        boolean body = operation.getRequestBody() != null;
        boolean protectedByRole = handler.hasMethodAnnotation(Roles.Allowed.class);
        Stream.Builder<Answer> answers = Stream.builder();
        if (body || !parameters(operation).isEmpty()) {
            answers.add(Answer.BAD_REQUEST);
        }
        answers.add(Answer.UNAUTHORIZED);
        if (protectedByRole) {
            answers.add(Answer.FORBIDDEN);
        }
        if (protectedByRole
                && (body || parameters(operation).stream().anyMatch(ErrorAnswers::namesEntity))) {
            answers.add(Answer.NOT_FOUND);
        }
        if (path.startsWith(REST_CALLS)) {
            answers.add(Answer.NOT_ACCEPTABLE).add(Answer.REQUEST_TIMEOUT);
        } else if (protectedByRole
                && !ErrorPaths.arePlainText(path)
                && CHANGES.stream().anyMatch(name::startsWith)) {
            answers.add(Answer.CONFLICT);
        }
        if (body) {
            answers.add(Answer.CONTENT_TOO_LARGE);
        }
        if (LIMITED.contains(name)) {
            answers.add(Answer.TOO_MANY_REQUESTS);
        }
        return answers.add(Answer.UNAVAILABLE).build();
    }

    private static List<Parameter> parameters(Operation operation) {
        return operation.getParameters() == null ? List.of() : operation.getParameters();
    }

    private static boolean namesEntity(Parameter parameter) {
        return "path".equals(parameter.getIn())
                || (Boolean.TRUE.equals(parameter.getRequired())
                        && NAMES_ENTITY.matcher(parameter.getName()).matches());
    }

    private static String path(HandlerMethod handler) {
        return firstPath(
                        AnnotatedElementUtils.findMergedAnnotation(
                                handler.getBeanType(), RequestMapping.class))
                + firstPath(
                        AnnotatedElementUtils.findMergedAnnotation(
                                handler.getMethod(), RequestMapping.class));
    }

    private static String firstPath(@Nullable RequestMapping mapping) {
        return mapping == null ? "" : Stream.of(mapping.path()).findFirst().orElse("");
    }
}
