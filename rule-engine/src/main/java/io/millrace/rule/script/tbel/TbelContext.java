// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.tbel.value.MeteredContext;
import io.millrace.rule.script.tbel.value.TooLargeException;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;

/**
 * The context of one call of a TBEL script: counts its memory (in the library), checks its methods and values, and ends
 * it when it is stopped, also in recursions and regular expressions.
 */
final class TbelContext extends MeteredContext {

    private static final long serialVersionUID = 1;

    /** Elements and characters that methods, comparisons and hashes of one call may visit together. */
    private static final long MAX_STEPS = 50_000_000;

    /** Bits of an integer beyond a long that an operator may take: 1,000 digits, the most that a payload may have. */
    private static final int MAX_BITS = 4096;

    /** Characters of a text in a script with the operator {@code contains}. */
    private static final int MAX_SEARCHED = 20_000;

    private final transient TbelOperators operators;

    /** @param argumentBytes bytes of the call's arguments, which are not counted one by one */
    TbelContext(ScriptSettings settings, TbelOperators operators, int argumentBytes) {
        super(
                TbelSandbox.configuration(),
                Math.max(1, settings.tbelMemory() - argumentBytes),
                settings.allocation(),
                MAX_STEPS);
        this.operators = operators;
    }

    /** Returns the context of the call; the library passes it as the target where a script has no other. */
    static TbelContext of(@Nullable Object target, @Nullable Object elContext) {
        if (target instanceof TbelContext context) {
            return context;
        }
        if (elContext instanceof TbelContext context) {
            return context;
        }
        throw new ScriptRuntimeException("a part of a script ran outside a call");
    }

    /** Checks for a stop without a loop, too, because a function may call itself endlessly. */
    @Override
    public void enterStack() {
        checkExecution();
        super.enterStack();
    }

    /** Checks a method when it is bound: once for each place in the script and compiled form. */
    @Override
    public Object[] checkInvocation(Method method, @Nullable Object target, Object[] arguments) {
        checkExecution();
        TbelMethods.ruleOf(method, target).check(this, target, arguments);
        if (target instanceof String text && TbelRegex.isRegex(method)) {
            // The library itself calls the method directly this first time. If the guarded call
            // ends, the library's call ends too.
            Object _ = TbelRegex.call(this, method, text, arguments);
        }
        return super.checkInvocation(method, target, arguments);
    }

    @Override
    public Object checkAssignGlobalVariable(String name, Object value) {
        return super.checkAssignGlobalVariable(name, kept(value));
    }

    @Override
    public Object checkAssignLocalVariable(String name, Object value) {
        return super.checkAssignLocalVariable(name, kept(value));
    }

    @SuppressWarnings("NullAway") // the library passes null on as null
    private Object kept(@Nullable Object value) {
        return own(read(value));
    }

    /** Checks the size of an array before it is made; the library's own check overflows with several dimensions. */
    @Override
    public void checkArray(Class<?> componentType, int... dimensions) {
        long elements = 1;
        for (int each : dimensions) {
            if (each > getMaxAllowedMemory() / elements) {
                throw new TooLargeException(
                        "an array may have at most %d elements".formatted(getMaxAllowedMemory()));
            }
            elements *= Math.max(1, each);
        }
        int sizeOfEach = dimensions.length > 1 ? 24 : Long.BYTES;
        beforeMaking("the array", elements * sizeOfEach);
        super.checkArray(componentType, dimensions);
    }

    /** Checks a value that the script reads, which the next operator may take, and returns it. */
    @Nullable Object read(@Nullable Object value) {
        switch (value) {
            case String text -> {
                if (text.length() >= LARGE) {
                    checkLarge(text);
                }
            }
            case BigInteger number -> checkLarge(number);
            case BigDecimal _ ->
                    throw new TooLargeException(
                            "BigDecimal is not allowed; allowed are numbers of 64 bits and integers");
            case null, default -> {}
        }
        return value;
    }

    private void checkLarge(String text) {
        if (operators.contains() && text.length() > MAX_SEARCHED) {
            throw new TooLargeException(
                    "a text may have at most %d characters in a script with the operator contains, and this one has %d; use text.contains(part)"
                            .formatted(MAX_SEARCHED, text.length()));
        }
        beforeMaking("the operation with a text", 2L * text.length());
    }

    private void checkLarge(BigInteger number) {
        if (number.bitLength() > MAX_BITS) {
            throw new TooLargeException(
                    "an integer may have at most %d bits, and this one has %d"
                            .formatted(MAX_BITS, number.bitLength()));
        }
        if (operators.power() && number.bitLength() >= Long.SIZE) {
            throw new TooLargeException(
                    "the operator ** is not allowed with integers of more than 64 bits; allowed is Math.pow");
        }
        checkExecution();
    }
}
