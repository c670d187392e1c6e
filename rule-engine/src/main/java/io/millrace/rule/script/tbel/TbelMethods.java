// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

import io.millrace.rule.script.tbel.TbelRule.Cost;
import io.millrace.rule.script.tbel.function.TbelDate;
import io.millrace.rule.script.tbel.function.TbelFunctions;
import io.millrace.rule.script.tbel.function.TbelJson;
import io.millrace.rule.script.tbel.value.TbelList;
import io.millrace.rule.script.tbel.value.TbelMap;
import io.millrace.rule.script.tbel.value.TbelSet;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mvel2.ScriptRuntimeException;
import org.mvel2.execution.ExecutionObject;

/**
 * The methods that scripts may call, by class and name. A method that is not listed is refused. Static methods belong
 * to the class that declares them, other methods to the first kind of value in this list that the target is.
 */
final class TbelMethods {

    private static final String COMPARISON = "equals hashCode toString compareTo";

    private static final String NUMBER =
            "byteValue shortValue intValue longValue floatValue doubleValue isNaN isInfinite";

    private static final Map<Class<?>, Map<String, TbelRule>> STATIC = new HashMap<>();
    private static final Map<Class<?>, Map<String, TbelRule>> INSTANCE = new LinkedHashMap<>();

    static {
        texts();
        numbers();
        containers();
        library();
        functions();
    }

    private TbelMethods() {}

    private static void texts() {
        instance(
                String.class,
                TbelCosts.FREE,
                COMPARISON
                        + " length isEmpty isBlank charAt codePointAt codePointBefore codePointCount offsetByCodePoints"
                        + " startsWith endsWith equalsIgnoreCase compareToIgnoreCase contentEquals regionMatches"
                        + " matches replaceFirst replaceAll split splitWithDelimiters");
        instance(
                String.class,
                TbelCosts.COPY,
                "substring subSequence toLowerCase toUpperCase trim strip stripLeading stripTrailing stripIndent"
                        + " toCharArray getBytes concat");
        instance(String.class, TbelCosts.SEARCH, "indexOf lastIndexOf contains");
        instance(String.class, TbelCosts.REPLACE, "replace");
        instance(String.class, TbelCosts.REPEAT, "repeat");
        instance(String.class, TbelCosts.FORMAT, "formatted");
        fixed(String.class, TbelCosts.FORMAT, "format");
        fixed(String.class, TbelCosts.JOIN, "join valueOf copyValueOf");
        instance(
                CharSequence.class,
                TbelCosts.FREE,
                "length charAt isEmpty toString equals hashCode");
        instance(StringJoiner.class, TbelCosts.COPY, "add toString length setEmptyValue");
        instance(
                StringTokenizer.class,
                TbelCosts.FREE,
                "hasMoreTokens nextToken hasMoreElements nextElement countTokens");
        instance(Base64.Encoder.class, TbelCosts.COPY, "encode encodeToString withoutPadding");
        instance(Base64.Decoder.class, TbelCosts.COPY, "decode");
        fixed(
                Base64.class,
                TbelCosts.FREE,
                "getEncoder getDecoder getUrlEncoder getUrlDecoder getMimeEncoder getMimeDecoder");
    }

    private static void numbers() {
        instance(Number.class, TbelCosts.FREE, NUMBER + " " + COMPARISON);
        instance(BigInteger.class, TbelCosts.FREE, "signum bitLength");
        instance(Boolean.class, TbelCosts.FREE, COMPARISON + " booleanValue");
        instance(Character.class, TbelCosts.FREE, COMPARISON + " charValue");
        String integer =
                "parse%s valueOf toString decode compare compareUnsigned signum hashCode max min sum toHexString"
                        + " toOctalString toBinaryString parseUnsigned%s toUnsignedString divideUnsigned"
                        + " remainderUnsigned bitCount reverse reverseBytes highestOneBit lowestOneBit"
                        + " numberOfLeadingZeros numberOfTrailingZeros rotateLeft rotateRight toUnsignedLong"
                        + " toUnsignedInt";
        fixed(Integer.class, TbelCosts.FREE, integer.replace("%s", "Int"));
        fixed(Long.class, TbelCosts.FREE, integer.replace("%s", "Long"));
        fixed(Short.class, TbelCosts.FREE, integer.replace("%s", "Short"));
        fixed(Byte.class, TbelCosts.FREE, integer.replace("%s", "Byte"));
        String real =
                "parse%s valueOf toString compare hashCode max min sum isNaN isFinite isInfinite toHexString"
                        + " floatToIntBits floatToRawIntBits intBitsToFloat doubleToLongBits doubleToRawLongBits"
                        + " longBitsToDouble";
        fixed(Double.class, TbelCosts.FREE, real.replace("%s", "Double"));
        fixed(Float.class, TbelCosts.FREE, real.replace("%s", "Float"));
        fixed(
                Boolean.class,
                TbelCosts.FREE,
                "parseBoolean valueOf toString compare hashCode logicalAnd logicalOr logicalXor");
        fixed(
                Character.class,
                TbelCosts.FREE,
                "valueOf toString compare hashCode isDigit isLetter isLetterOrDigit isAlphabetic isUpperCase"
                        + " isLowerCase isWhitespace isSpaceChar isISOControl toUpperCase toLowerCase digit forDigit"
                        + " getNumericValue getType toChars charCount");
        String math =
                "abs absExact acos addExact asin atan atan2 cbrt ceil ceilDiv ceilMod clamp copySign cos cosh"
                        + " decrementExact exp expm1 floor floorDiv floorMod fma getExponent hypot IEEEremainder"
                        + " incrementExact log log10 log1p max min multiplyExact multiplyFull multiplyHigh negateExact"
                        + " nextAfter nextDown nextUp pow random rint round scalb signum sin sinh sqrt subtractExact"
                        + " tan tanh toDegrees toIntExact toRadians ulp unsignedMultiplyHigh";
        fixed(Math.class, TbelCosts.FREE, math);
        fixed(StrictMath.class, TbelCosts.FREE, math);
    }

    private static void containers() {
        String read =
                "size isEmpty contains iterator listIterator hasNext next getFirst getLast toString equals hashCode";
        instance(
                TbelList.class,
                TbelCosts.FREE,
                "add addAll addFirst addLast push pop shift unshift set remove removeFirst removeLast clear slice"
                        + " splice toSpliced with concat fill reverse toReversed toUnmodifiable ensureCapacity"
                        + " trimToSize clone memorySize validateClazzInArrayIsOnlyNumber");
        instance(TbelList.class, TbelCosts.SORT, "sort toSorted");
        instance(TbelList.class, TbelCosts.JOIN, "join");
        instance(TbelList.class, TbelCosts.PRODUCT, "removeAll retainAll");
        instance(List.class, TbelCosts.FREE, read + " get indexOf lastIndexOf subList length");
        instance(
                TbelSet.class,
                TbelCosts.FREE,
                "add addAll remove clear toList toUnmodifiable clone memorySize");
        instance(TbelSet.class, TbelCosts.SORT, "sort toSorted");
        instance(TbelSet.class, TbelCosts.PRODUCT, "removeAll retainAll");
        instance(TreeSet.class, TbelCosts.FREE, "first last floor ceiling higher lower");
        instance(Collection.class, TbelCosts.FREE, read);
        instance(Collection.class, TbelCosts.PRODUCT, "containsAll");
        instance(
                TbelMap.class,
                TbelCosts.FREE,
                "put putAll putIfAbsent replace remove clear keys slice invert toInverted reverse toReversed"
                        + " toUnmodifiable clone memorySize");
        instance(
                TbelMap.class,
                TbelCosts.SORT,
                "sortByKey sortByValue toSorted toSortedByKey toSortedByValue");
        instance(
                Map.class,
                TbelCosts.FREE,
                "size isEmpty get getOrDefault containsKey containsValue keySet values entrySet iterator toString"
                        + " equals hashCode");
        instance(Map.Entry.class, TbelCosts.FREE, "getKey getValue toString equals hashCode");
        instance(Iterator.class, TbelCosts.FREE, "hasNext next nextIndex hasPrevious previous");
        instance(ExecutionObject.class, TbelCosts.FREE, "memorySize");
        fixed(Arrays.class, TbelCosts.FREE, "fill sort equals hashCode binarySearch");
        fixed(Arrays.class, TbelCosts.FILL, "copyOf copyOfRange");
        fixed(Arrays.class, TbelCosts.JOIN, "toString");
        fixed(Collections.class, TbelCosts.FREE, "emptyList emptyMap emptySet frequency");
        fixed(Collections.class, TbelCosts.SORT, "sort max min");
        fixed(Collections.class, TbelCosts.PRODUCT, "disjoint");
        fixed(Collections.class, TbelCosts.CHANGE, "reverse shuffle swap rotate addAll");
        fixed(
                Objects.class,
                TbelCosts.FREE,
                "equals hash hashCode toString isNull nonNull requireNonNull requireNonNullElse");
        fixed(Optional.class, TbelCosts.FREE, "of ofNullable empty");
        instance(
                Optional.class,
                TbelCosts.FREE,
                "isPresent isEmpty get orElse orElseThrow toString");
    }

    private static void library() {
        instance(
                UUID.class,
                TbelCosts.FREE,
                COMPARISON
                        + " version variant timestamp clockSequence node getMostSignificantBits getLeastSignificantBits");
        fixed(UUID.class, TbelCosts.FREE, "randomUUID fromString nameUUIDFromBytes");
        instance(
                Random.class,
                TbelCosts.FREE,
                "nextInt nextLong nextDouble nextFloat nextBoolean nextGaussian nextBytes setSeed");
        instance(
                Calendar.class,
                TbelCosts.FREE,
                COMPARISON
                        + " get set add roll clear getTime setTime getTimeInMillis setTimeInMillis getTimeZone"
                        + " setTimeZone before after isSet getMinimum getMaximum getActualMinimum getActualMaximum"
                        + " getFirstDayOfWeek setFirstDayOfWeek getMinimalDaysInFirstWeek setMinimalDaysInFirstWeek"
                        + " getDisplayName isLenient setLenient getWeekYear getWeeksInWeekYear isLeapYear clone");
        fixed(Calendar.class, TbelCosts.FREE, "getInstance");
        instance(
                Date.class,
                TbelCosts.FREE,
                COMPARISON
                        + " getTime setTime before after getYear getMonth getDate getDay getHours getMinutes getSeconds"
                        + " getTimezoneOffset toLocaleString toGMTString clone");
        instance(
                TimeZone.class,
                TbelCosts.FREE,
                "getID getDisplayName getOffset getRawOffset getDSTSavings inDaylightTime useDaylightTime toString"
                        + " equals hashCode");
        fixed(TimeZone.class, TbelCosts.shortTexts(100), "getTimeZone getDefault");
        instance(
                Locale.class,
                TbelCosts.FREE,
                "getLanguage getCountry getVariant toLanguageTag getDisplayName getDisplayLanguage"
                        + " getDisplayCountry toString equals hashCode");
        fixed(Locale.class, TbelCosts.shortTexts(100), "forLanguageTag of getDefault");
    }

    private static void functions() {
        TbelFunctions.all().forEach((name, holder) -> fixed(holder, TbelCosts.COPY, name));
        fixed(TbelMatch.class, TbelCosts.COPY, "matches");
        allOf(TbelJson.class, TbelCosts.PARSE);
        allOf(TbelDate.class, TbelCosts.shortTexts(1000));
    }

    /** Allows the public methods of a class of this engine. */
    private static void allOf(Class<?> type, Cost cost) {
        for (Method each : type.getDeclaredMethods()) {
            if (Modifier.isPublic(each.getModifiers()) && !each.isSynthetic()) {
                Map<Class<?>, Map<String, TbelRule>> rules =
                        Modifier.isStatic(each.getModifiers()) ? STATIC : INSTANCE;
                add(
                        rules,
                        type,
                        each.getName().startsWith("get") ? TbelCosts.FREE : cost,
                        each.getName());
            }
        }
    }

    private static void fixed(Class<?> type, Cost cost, String names) {
        add(STATIC, type, cost, names);
    }

    private static void instance(Class<?> type, Cost cost, String names) {
        add(INSTANCE, type, cost, names);
    }

    private static void add(
            Map<Class<?>, Map<String, TbelRule>> rules, Class<?> type, Cost cost, String names) {
        Map<String, TbelRule> ofType = rules.computeIfAbsent(type, _ -> new LinkedHashMap<>());
        for (String name : names.split(" ")) {
            ofType.put(name, new TbelRule(nameOf(type) + "." + name, cost));
        }
    }

    /**
     * Returns the rule of a method.
     *
     * @throws ScriptRuntimeException if the method is not allowed
     */
    static TbelRule ruleOf(Method method, @Nullable Object target) {
        TbelRule rule = find(method, target);
        if (rule == null) {
            throw new ScriptRuntimeException(refusal(method, target));
        }
        return rule;
    }

    /** Returns null if the method is not allowed. */
    static @Nullable TbelRule find(Method method, @Nullable Object target) {
        if (Modifier.isStatic(method.getModifiers())) {
            Map<String, TbelRule> ofClass = STATIC.get(method.getDeclaringClass());
            return ofClass == null ? null : ofClass.get(method.getName());
        }
        if (target instanceof Class) {
            return null;
        }
        for (Map.Entry<Class<?>, Map<String, TbelRule>> kind : INSTANCE.entrySet()) {
            if (kind.getKey().isInstance(target)) {
                TbelRule rule = kind.getValue().get(method.getName());
                if (rule != null) {
                    return rule;
                }
            }
        }
        return null;
    }

    private static String refusal(Method method, @Nullable Object target) {
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        Class<?> type = isStatic || target == null ? method.getDeclaringClass() : target.getClass();
        List<String> allowed = new ArrayList<>();
        if (isStatic) {
            allowed.addAll(STATIC.getOrDefault(type, Map.of()).keySet());
        } else if (!(target instanceof Class)) {
            INSTANCE.forEach((kind, names) -> {
                if (kind.isInstance(target)) {
                    allowed.addAll(names.keySet());
                }
            });
        }
        String refused = "Method is not allowed: %s.%s".formatted(nameOf(type), method.getName());
        return allowed.isEmpty()
                ? refused
                : refused + "; allowed are " + String.join(", ", new TreeSet<>(allowed));
    }

    /** Returns the name of a class as authors of scripts know it. */
    static String nameOf(Class<?> type) {
        if (List.class.isAssignableFrom(type)) {
            return "List";
        }
        if (Map.class.isAssignableFrom(type)) {
            return "Map";
        }
        if (java.util.Set.class.isAssignableFrom(type)) {
            return "Set";
        }
        return type == TbelDate.class
                ? "Date"
                : type == TbelJson.class ? "JSON" : type.getSimpleName();
    }

    /** Returns the name by which authors of scripts create objects of a class. */
    static String nameOfClass(Class<?> type) {
        return type == TbelDate.class ? "Date" : type.getSimpleName();
    }
}
