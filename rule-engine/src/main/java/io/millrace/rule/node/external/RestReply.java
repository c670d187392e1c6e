// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import io.millrace.message.MessageJson;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.http.HttpReply;
import io.millrace.rule.node.NodeResult;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** Converts the result of an HTTP call to the result of the node. */
final class RestReply {

    private static final JsonMapper JSON = MessageJson.MAPPER;
    private static final Pattern CHARSET =
            Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\\s;\"]+)", Pattern.CASE_INSENSITIVE);

    private RestReply() {}

    /** Returns the message with the answer: by {@code Success} for a status of 2xx, else by {@code Failure}. */
    static NodeResult resultOf(RuleMessage message, HttpReply reply) {
        HttpStatus status = HttpStatus.of(reply.status());
        if (status.isSuccess()) {
            return NodeResult.success(
                    message.withMetadata(with(message, describe(status, reply)))
                            .withPayload(
                                    reply.body().length() == 0
                                            ? Payload.EMPTY_OBJECT
                                            : inUtf8(reply)));
        }
        String error = "HTTP " + status;
        Map<String, String> about;
        if (status.isError()) {
            about = new LinkedHashMap<>();
            about.put("error", error);
            about.put("status", status.reason());
            about.put("statusCode", Integer.toString(status.code()));
        } else {
            about = describe(status, reply);
        }
        about.put("error_body", inUtf8(reply).text());
        return new NodeResult.Failed(message.withMetadata(with(message, about)), error);
    }

    private static Map<String, String> describe(HttpStatus status, HttpReply reply) {
        Map<String, String> about = new LinkedHashMap<>();
        reply.headers().forEach((name, values) -> about.put(name, text(values)));
        about.put("status", status.name());
        about.put("statusCode", Integer.toString(status.code()));
        about.put("statusReason", status.reason());
        return about;
    }

    /** Returns the body in UTF-8, the only encoding of payloads; an answer without a charset is UTF-8 already. */
    private static Payload inUtf8(HttpReply reply) {
        Charset charset =
                reply.headers().entrySet().stream()
                        .filter(header -> header.getKey().equalsIgnoreCase("content-type"))
                        .flatMap(header -> header.getValue().stream())
                        .findFirst()
                        .map(RestReply::charsetOf)
                        .orElse(StandardCharsets.UTF_8);
        return charset.equals(StandardCharsets.UTF_8)
                ? reply.body()
                : Payload.ofText(new String(reply.body().bytes(), charset));
    }

    private static Charset charsetOf(String contentType) {
        Matcher charset = CHARSET.matcher(contentType);
        return charset.find()
                ? Charset.forName(charset.group(1), StandardCharsets.UTF_8)
                : StandardCharsets.UTF_8;
    }

    private static String text(List<String> values) {
        return values.size() == 1 ? values.getFirst() : JSON.writeValueAsString(values);
    }

    private static Metadata with(RuleMessage message, Map<String, String> about) {
        return message.metadata().with(about);
    }
}
