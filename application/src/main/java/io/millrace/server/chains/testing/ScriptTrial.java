// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptLanguage;
import io.millrace.rule.script.Scripts;
import io.millrace.server.web.security.SecurityUser;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs a script once on a test message, with the same script engines, limits and tenant share as in a chain. */
@Component
final class ScriptTrial {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Scripts scripts;
    private final Clock clock;

    ScriptTrial(Scripts scripts, Clock clock) {
        this.scripts = scripts;
        this.clock = clock;
    }

    /** Returns the output of the script or its error; blocks for at most 20 seconds. */
    ScriptTrialResult run(
            SecurityUser caller, ScriptLanguage language, ScriptTrialRequest request) {
        Kind kind = Kind.of(request.scriptType());
        if (kind == null) {
            return ScriptTrialResult.failure(
                    "scriptType: expected update, generate, filter, switch, json or string, got "
                            + request.scriptType());
        }
        try (Script script =
                scripts.compile(language, textOf(request.script()), namesOf(kind, request))) {
            return await(kind.run(script, messageOf(caller, request)));
        } catch (InvalidConfigurationException | ScriptException e) {
            return ScriptTrialResult.failure(String.valueOf(e.getMessage()));
        }
    }

    private static ScriptTrialResult await(CompletionStage<String> output) {
        try {
            return ScriptTrialResult.of(
                    output.toCompletableFuture().get(LIMIT.toSeconds(), TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return ScriptTrialResult.failure(
                    cause.getMessage() == null ? cause.toString() : cause.getMessage());
        } catch (TimeoutException _) {
            return ScriptTrialResult.failure(
                    "the script did not get its turn within %d seconds; try again later"
                            .formatted(LIMIT.toSeconds()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return ScriptTrialResult.failure("the service is stopping");
        }
    }

    /**
     * Creates the message with the caller as originator, so that the trials of different users do not wait for each
     * other.
     */
    private RuleMessage messageOf(SecurityUser caller, ScriptTrialRequest request) {
        Map<String, String> metadata = new LinkedHashMap<>();
        if (request.metadata() != null) {
            request.metadata()
                    .forEach((key, value) -> {
                        if (value != null) {
                            metadata.put(key, value);
                        }
                    });
        }
        return RuleMessage.of(
                caller.tenantId(),
                caller.userId().entity(),
                textOf(request.msgType()),
                Metadata.of(metadata),
                Payload.ofText(textOf(request.msg())),
                clock.millis());
    }

    private static ArgumentNames namesOf(Kind kind, ScriptTrialRequest request) {
        List<@Nullable String> names = request.argNames();
        if (names == null || names.isEmpty()) {
            return kind == Kind.GENERATE ? ArgumentNames.PREVIOUS : ArgumentNames.MESSAGE;
        }
        if (names.size() != 3) {
            throw new InvalidConfigurationException(
                    "argNames: expected three names, of payload, metadata and type, got "
                            + names.size());
        }
        return new ArgumentNames(textOf(names.get(0)), textOf(names.get(1)), textOf(names.get(2)));
    }

    private static String textOf(@Nullable String text) {
        return text == null ? "" : text;
    }

    private enum Kind {
        UPDATE {
            @Override
            CompletionStage<String> run(Script script, RuleMessage message) {
                return script.transform(message)
                        .thenApply(all -> all.size() == 1 ? json(all.getFirst()) : json(all))
                        .thenApply(JsonNode::toString);
            }
        },
        GENERATE {
            @Override
            CompletionStage<String> run(Script script, RuleMessage message) {
                return script.generate(message).thenApply(one -> json(one).toString());
            }
        },
        FILTER {
            @Override
            CompletionStage<String> run(Script script, RuleMessage message) {
                return script.filter(message).thenApply(String::valueOf);
            }
        },
        SWITCH {
            @Override
            CompletionStage<String> run(Script script, RuleMessage message) {
                return script.labels(message)
                        .thenApply(labels -> {
                            ArrayNode array = JSON.arrayNode();
                            labels.forEach(array::add);
                            return array.toString();
                        });
            }
        },
        JSON_VALUE {
            @Override
            CompletionStage<String> run(Script script, RuleMessage message) {
                return script.json(message).thenApply(JsonNode::toString);
            }
        },
        STRING {
            @Override
            CompletionStage<String> run(Script script, RuleMessage message) {
                return script.text(message);
            }
        };

        abstract CompletionStage<String> run(Script script, RuleMessage message);

        static @Nullable Kind of(@Nullable String scriptType) {
            return switch (scriptType) {
                case "update" -> UPDATE;
                case "generate" -> GENERATE;
                case "filter" -> FILTER;
                case "switch" -> SWITCH;
                case "json" -> JSON_VALUE;
                case "string" -> STRING;
                case null, default -> null;
            };
        }

        private static JsonNode json(List<RuleMessage> messages) {
            ArrayNode array = JSON.arrayNode();
            messages.forEach(message -> array.add(json(message)));
            return array;
        }

        private static JsonNode json(RuleMessage message) {
            ObjectNode object = JSON.objectNode();
            object.set("msg", message.payload().json());
            ObjectNode metadata = object.putObject("metadata");
            message.metadata().values().forEach(metadata::put);
            return object.put("msgType", message.type());
        }
    }
}
