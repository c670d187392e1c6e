// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.rule.script.ScriptLanguage;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints that try scripts of nodes before they are saved. */
@RestController
@Tag(name = "rule-chain")
class ScriptTrialController {

    private final ScriptTrial trial;

    ScriptTrialController(ScriptTrial trial) {
        this.trial = trial;
    }

    @GetMapping("/api/ruleChain/tbelEnabled")
    @Operation(operationId = "isTbelEnabled", summary = "Check if TBEL scripts are supported")
    @Roles.TenantAdmin
    boolean tbelEnabled() {
        return true;
    }

    @PostMapping("/api/ruleChain/testScript")
    @Operation(
            operationId = "testScript",
            summary = "Run a script on a test message",
            description =
                    "If the script fails, the request still succeeds, and the response contains the error.")
    @Roles.TenantAdmin
    ScriptTrialResult testScript(
            @RequestBody ScriptTrialRequest body,
            @RequestParam(defaultValue = "JS") ScriptLanguage scriptLang,
            @AuthenticationPrincipal SecurityUser caller) {
        return trial.run(caller, scriptLang, body);
    }
}
