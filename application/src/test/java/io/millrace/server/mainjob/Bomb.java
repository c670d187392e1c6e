// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

/** Scripts of filters that would use unlimited time or memory. */
enum Bomb {
    HUGE_POWER("JS", "return 2n ** (2n ** 30n);"),
    HUGE_SPLIT("JS", "return 'a'.repeat(3e7).split('').length > 0;"),
    RECURSION_THAT_CATCHES_ITS_STOP("JS", "function f() { try { f() } finally { f() } } f();"),
    BACKTRACKING("JS", "return /^(a|aa)+(\\1)?b$/.test(msg.s);"),
    ENDLESS_LOOP("JS", "for (;;);"),
    GROWING_LIST("JS", "var a = []; for (;;) a.push(new Array(1000));"),
    HUGE_ARRAY("JS", "return new Array(1e9).fill(1).length > 0;"),
    RECURSION("JS", "function f(n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); } return f(60) > 0;"),
    LOOP_IN_TO_JSON("JS", "return JSON.stringify({toJSON: function () { for (;;); }}).length > 0;"),
    PROMISES_WITHOUT_END(
            "JS",
            "Promise.resolve().then(function f() { return Promise.resolve().then(f); }); return true;"),
    NESTED_ARRAYS(
            "JS",
            "var a = [1]; for (var i = 0; i < 40; i++) a = [a, a]; return JSON.stringify(a).length > 0;"),
    TBEL_ENDLESS_LOOP("TBEL", "while (true) { } return true"),
    TBEL_BACKTRACKING("TBEL", "return msg.s.matches('(a|aa)+(\\\\1)?b')"),
    TBEL_GROWING_LIST("TBEL", "var l = []; while (true) { l.add(new long[100000]) } return true");

    /** The payload of the messages that set them off. */
    static final String PAYLOAD = "{\"s\":\"" + "a".repeat(60) + "!\"}";

    private final String language;
    private final String script;

    Bomb(String language, String script) {
        this.language = language;
        this.script = script;
    }

    /** A chain that puts each reading into a filter with this script, and no other message. */
    RuleChains chain() {
        RuleChains chain = new RuleChains(name());
        int readings =
                chain.node(
                        "filter.TbMsgTypeFilterNode",
                        "Readings",
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\"]}");
        return chain.connect(readings, "True", chain.filter("Bomb", language, script));
    }
}
