// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.millrace.rule.script.ScriptLanguage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an abusive tenant does.
 *
 * @param chain the chain of its messages; null: the root chain
 */
record Abuse(String name, Kind kind, @Nullable ChainGraph chain) {

    /** What a tenant does beyond sending messages through its chain. */
    enum Kind {
        /** It does not even send messages. */
        NOTHING,
        MESSAGES,
        /** Its devices have a history, for chains that read it. */
        MESSAGES_AND_HISTORY,
        /** It holds back bodies of requests. */
        MESSAGES_AND_BODIES
    }

    private static final Abuse NOTHING = new Abuse("nothing", Kind.NOTHING, null);

    /** The plain load, to which the others are compared. */
    static final Abuse REFERENCE = new Abuse("load", Kind.MESSAGES, null);

    /** Values that a message of {@code lookups} reads. */
    private static final int VALUES = 1_000;

    /**
     * The abuses with the given names in the order of the rounds; without names all.
     *
     * @param slowUrl URL of an HTTP server that takes long to answer
     * @throws LoadException if there is no abuse with one of the names
     */
    static List<Abuse> named(List<String> names, String slowUrl) {
        List<Abuse> all = all(slowUrl);
        List<String> known = all.stream().map(Abuse::name).distinct().toList();
        names.stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new LoadException(
                            "--only: there is no round %s, only %s."
                                    .formatted(name, String.join(", ", known)));
                });
        return names.isEmpty()
                ? all
                : all.stream().filter(abuse -> names.contains(abuse.name)).toList();
    }

    private static List<Abuse> all(String slowUrl) {
        return List.of(
                NOTHING,
                REFERENCE,
                new Abuse("rest", Kind.MESSAGES, ChainGraph.rest(slowUrl)),
                new Abuse("lookups", Kind.MESSAGES_AND_HISTORY, ChainGraph.lookups(VALUES)),
                new Abuse("bodies", Kind.MESSAGES_AND_BODIES, null),
                js("js-power", "return 2n ** (2n ** 30n) > 0n;"),
                js("js-split", "return 'a'.repeat(3e7).split('').length > 0;"),
                js(
                        "js-finally",
                        "function f() { try { f(); } finally { f(); } } f(); return true;"),
                js("js-list", "var a = []; for (;;) a.push(new Array(1000));"),
                js(
                        "js-to-json",
                        "return JSON.stringify({toJSON: function () { for (;;); }}) != '';"),
                js(
                        "js-promises",
                        "Promise.resolve().then(function f() { return Promise.resolve().then(f); });"
                                + " return true;"),
                js(
                        "js-nested",
                        "var a = [1]; for (var i = 0; i < 40; i++) a = [a, a];"
                                + " return JSON.stringify(a) != '';"),
                tbel("tbel-loop", "while (true) { } return true"),
                tbel("tbel-string", "var s = 'x'; while (true) { s = s + s } return true"),
                tbel("tbel-recursion", "function f(n) { return f(n + 1) } return f(1)"),
                tbel(
                        "tbel-regex",
                        "return '%s!'.matches('(a|aa)+(\\\\1)?b')".formatted("a".repeat(60))),
                tbel("tbel-array", "var a = new int[2000000000]; return true"),
                tbel(
                        "tbel-integer",
                        "var b = new java.math.BigInteger('7'); while (true) { b = b.multiply(b) }"
                                + " return true"),
                NOTHING);
    }

    private static Abuse js(String name, String body) {
        return bomb(name, ScriptLanguage.JS, body);
    }

    private static Abuse tbel(String name, String body) {
        return bomb(name, ScriptLanguage.TBEL, body);
    }

    private static Abuse bomb(String name, ScriptLanguage language, String body) {
        return new Abuse(name, Kind.MESSAGES, ChainGraph.filter(language, body));
    }

    /** True for the rounds whose effect on the neighbour is compared to that of {@link #REFERENCE}. */
    boolean isCompared() {
        return kind != Kind.NOTHING && !equals(REFERENCE);
    }
}
