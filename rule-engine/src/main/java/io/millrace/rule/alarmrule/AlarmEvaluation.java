// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.alarmrule.AlarmRuleSet.CreateRule;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates the rules of one device at one moment. An evaluation changes the counts of the rules, and returns the changes
 * of alarms that it calls for. The caller carries these out, and sets the active alarms of the state, before the next
 * evaluation.
 */
public final class AlarmEvaluation {

    /** A hundred years in milliseconds: a rule that requires more never becomes true by time. */
    private static final long LONGEST_WAIT = TimeUnit.DAYS.toMillis(36_500);

    private final DeviceAlarmState state;
    private final EvaluationContext context;
    private final long now;

    /** @param now milliseconds since the epoch */
    public AlarmEvaluation(DeviceAlarmState state, OwnerAttributes owners, long now) {
        this.state = state;
        this.context = new EvaluationContext(state, owners);
        this.now = now;
    }

    private enum Outcome {
        TRUE,
        NOT_YET_TRUE,
        FALSE
    }

    /** Takes new values of the device, and evaluates the rules that use one that has changed. */
    public List<AlarmDecision> updated(RuleKey.Type type, List<KeyValue> values, long ts) {
        return evaluated(state.update(type, values, ts));
    }

    /** Removes attributes of the device, and evaluates the rules that use one of them. */
    public List<AlarmDecision> removed(List<String> attributes) {
        return evaluated(state.remove(attributes, now));
    }

    private List<AlarmDecision> evaluated(@Nullable BitSet changed) {
        if (changed == null || changed.isEmpty()) {
            return List.of();
        }
        List<AlarmDecision> decisions = new ArrayList<>(1);
        for (AlarmRuleSet set : state.rules().sets()) {
            @Nullable AlarmDecision decision = evaluated(set, changed);
            if (decision != null) {
                decisions.add(decision);
            }
        }
        return decisions;
    }

    private @Nullable AlarmDecision evaluated(AlarmRuleSet set, BitSet changed) {
        for (CreateRule each : set.createRules()) {
            AlarmRule rule = each.rule();
            if (rule.isAffectedBy(changed) && isTrue(rule, outcome(rule))) {
                resetClearRule(set);
                return raised(set, each, occurrence(rule));
            }
        }
        @Nullable AlarmRule clearRule = set.clearRule();
        return clearRule != null
                        && state.alarm(set) != null
                        && clearRule.isAffectedBy(changed)
                        && isTrue(clearRule, outcome(clearRule))
                ? cleared(set, clearRule)
                : null;
    }

    /** Evaluates the rules that only time makes true. What an elapsed time has done to an alarm, it does once. */
    public List<AlarmDecision> elapsed() {
        List<AlarmDecision> decisions = new ArrayList<>(1);
        for (AlarmRuleSet set : state.rules().sets()) {
            @Nullable AlarmDecision decision = elapsed(set);
            if (decision != null) {
                decisions.add(decision);
            }
        }
        return decisions;
    }

    private @Nullable AlarmDecision elapsed(AlarmRuleSet set) {
        for (CreateRule each : set.createRules()) {
            if (isTrue(each.rule(), outcomeOfTime(each.rule()))) {
                resetClearRule(set);
                return raisesMore(set, each)
                        ? raised(set, each, state.lastingUntil(each.rule(), now))
                        : null;
            }
        }
        @Nullable AlarmRule clearRule = set.clearRule();
        return clearRule != null
                        && state.alarm(set) != null
                        && isTrue(clearRule, outcomeOfTime(clearRule))
                ? cleared(set, clearRule)
                : null;
    }

    /** Returns when {@link #elapsed} will have something to do, in milliseconds since the epoch; null: never. */
    public @Nullable Long nextDue() {
        if (!state.rules().lasting()) {
            return null;
        }
        long due = Long.MAX_VALUE;
        for (AlarmRuleSet set : state.rules().sets()) {
            // A true create rule does nothing but end the count of the clear rule if the alarm is
            // more severe.
            @Nullable AlarmRule clearRule = set.clearRule();
            boolean endsClearRule = clearRule != null && state.isCounting(clearRule);
            for (CreateRule each : set.createRules()) {
                if (endsClearRule || raisesMore(set, each)) {
                    due = Math.min(due, due(each.rule()));
                }
            }
            if (clearRule != null && state.alarm(set) != null) {
                due = Math.min(due, due(clearRule));
            }
        }
        return due == Long.MAX_VALUE ? null : due;
    }

    private long due(AlarmRule rule) {
        if (!(rule.spec() instanceof RuleSpec.Lasting lasting) || !state.isLasting(rule)) {
            return Long.MAX_VALUE;
        }
        long required = lasting.millis(context);
        long left = required - state.lastingUntil(rule, now);
        return required <= 0 || left > LONGEST_WAIT ? Long.MAX_VALUE : now + Math.max(0, left + 1);
    }

    /** True if the rule would create the alarm, or make it more severe. */
    private boolean raisesMore(AlarmRuleSet set, CreateRule rule) {
        @Nullable ActiveAlarm active = state.alarm(set);
        return active == null || rule.severity().compareTo(active.severity()) < 0;
    }

    private boolean isTrue(AlarmRule rule, Outcome outcome) {
        if (outcome == Outcome.FALSE) {
            state.reset(rule);
        }
        return outcome == Outcome.TRUE;
    }

    private Outcome outcome(AlarmRule rule) {
        if (hasPaused(rule)) {
            state.reset(rule);
        }
        long ts = state.ts() == 0 ? now : state.ts();
        if (!rule.schedule().isActive(ts, context) || !rule.holds(context)) {
            return Outcome.FALSE;
        }
        boolean enough =
                switch (rule.spec()) {
                    case RuleSpec.Simple _ -> true;
                    case RuleSpec.Lasting lasting -> {
                        long required = lasting.millis(context);
                        yield state.lasting(rule, ts) > required;
                    }
                    case RuleSpec.Repeating(Threshold times) -> {
                        long required = times.resolved(context);
                        yield state.repeated(rule) >= required;
                    }
                };
        return enough ? Outcome.TRUE : Outcome.NOT_YET_TRUE;
    }

    private Outcome outcomeOfTime(AlarmRule rule) {
        if (!(rule.spec() instanceof RuleSpec.Lasting lasting) || !state.isLasting(rule)) {
            return Outcome.NOT_YET_TRUE;
        }
        if (hasPaused(rule) || !rule.schedule().isActive(now, context)) {
            return Outcome.FALSE;
        }
        long required = lasting.millis(context);
        return required > 0 && state.lastingUntil(rule, now) > required
                ? Outcome.TRUE
                : Outcome.NOT_YET_TRUE;
    }

    /** True if a rule counts a duration, and its schedule was inactive since the last value: then the count is over. */
    private boolean hasPaused(AlarmRule rule) {
        return rule.spec() instanceof RuleSpec.Lasting
                && state.isLasting(rule)
                && !rule.schedule().isActiveBetween(state.lastEventTs(rule), now, context);
    }

    private void resetClearRule(AlarmRuleSet set) {
        if (set.clearRule() != null) {
            state.reset(set.clearRule());
        }
    }

    /** Returns the change that a true rule calls for; null if the active alarm is more severe. */
    private @Nullable AlarmDecision raised(AlarmRuleSet set, CreateRule create, long occurrence) {
        AlarmRule rule = create.rule();
        @Nullable ActiveAlarm active = state.alarm(set);
        @Nullable String details = AlarmDetails.of(rule, context);
        if (active == null) {
            long start = state.ts() == 0 || state.ts() > now ? now : state.ts();
            return new AlarmDecision.Raise(
                    set,
                    rule.spec(),
                    occurrence,
                    create.severity(),
                    start,
                    start,
                    details == null ? "{}" : details);
        }
        return create.severity().isAtLeast(active.severity())
                ? new AlarmDecision.Raise(
                        set,
                        rule.spec(),
                        occurrence,
                        create.severity(),
                        active.startTs(),
                        Math.max(now, active.startTs()),
                        details == null ? active.details() : details)
                : null;
    }

    private AlarmDecision cleared(AlarmRuleSet set, AlarmRule rule) {
        ActiveAlarm active = Objects.requireNonNull(state.alarm(set));
        @Nullable String details = AlarmDetails.of(rule, context);
        state.resetAll(set);
        return new AlarmDecision.Clear(set, rule.spec(), active.id(), details);
    }

    private long occurrence(AlarmRule rule) {
        return switch (rule.spec()) {
            case RuleSpec.Simple _ -> 0;
            case RuleSpec.Lasting _ -> state.duration(rule);
            case RuleSpec.Repeating _ -> state.repetitions(rule);
        };
    }
}
