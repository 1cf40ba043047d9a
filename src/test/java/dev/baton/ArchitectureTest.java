package dev.baton;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.baton.engine.failure.InvalidDiagram;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Lazy;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.RestController;

/** Rules about the dependencies between packages and about the code. */
@AnalyzeClasses(packages = "dev.baton", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule aLifecycleUsesNoFrameworkAndNoDatabase = noClasses()
            .that()
            .resideInAPackage("dev.baton.lifecycle..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.camunda..", "java.sql..", "javax.sql..", "org.h2..");

    @ArchTest
    static final ArchRule onlyTheEnginePackageUsesCamunda = noClasses()
            .that()
            .resideOutsideOfPackage("dev.baton.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.camunda..");

    /** A class of ours that extends one of Camunda's would bring its methods along. */
    @ArchTest
    static final ArchRule onlyTheEnginePackageKnowsCamundaByInheritance = noClasses()
            .that()
            .resideOutsideOfPackage("dev.baton.engine..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.baton..")
                    .and(describe("extend a class of Camunda", ArchitectureTest::extendsCamunda))
                    .and(not(type(InvalidDiagram.class)))); // Camunda's REST and the Modeler read it

    private static boolean extendsCamunda(JavaClass type) {
        return Stream.concat(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream())
                .anyMatch(above -> above.getPackageName().startsWith("org.camunda"));
    }

    /** A command that loads Spring or the engine takes seconds to start. */
    @ArchTest
    static final ArchRule theCommandLineToolUsesNoSpringAndNoServerCode = noClasses()
            .that()
            .resideInAPackage("dev.baton.cli..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.baton..")
                    .and(not(resideInAPackage("dev.baton.cli..").or(resideInAPackage("dev.baton.json..")))))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.slf4j..");

    /** A package below another, such as those of the engine, counts as one of its own. */
    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.baton.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule featuresHaveNoCycles =
            slices().matching("dev.baton.(*)..").should().beFreeOfCycles();

    /** From top to bottom, as docs/architecture.md lists them. */
    private static final List<String> ENGINE = Stream.of(
                    "",
                    ".persistence",
                    ".command",
                    ".deployment",
                    ".instance",
                    ".diagram",
                    ".expression",
                    ".tasklist",
                    ".token",
                    ".timer",
                    ".failure",
                    ".identity",
                    ".internals")
            .map("dev.baton.engine"::concat)
            .toList();

    @ArchTest
    static void packagesOfTheEngineUseOnlyThoseBelowThem(JavaClasses classes) {
        classes()
                .that()
                .resideInAPackage("dev.baton.engine..")
                .should()
                .resideInAnyPackage(ENGINE.toArray(String[]::new))
                .check(classes);
        for (int i = 1; i < ENGINE.size(); i++) {
            noClasses()
                    .that()
                    .resideInAPackage(ENGINE.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(ENGINE.subList(0, i).toArray(String[]::new))
                    .check(classes);
        }
    }

    @ArchTest
    static final ArchRule controllersArePackagePrivate =
            classes().that().areAnnotatedWith(RestController.class).should().bePackagePrivate();

    @ArchTest
    static final ArchRule dependenciesAreInjectedByConstructor = noFields()
            .should()
            .beAnnotatedWith(Autowired.class)
            .orShould()
            .beAnnotatedWith(Value.class)
            .orShould()
            .beAnnotatedWith(Inject.class)
            .orShould()
            .beAnnotatedWith(Resource.class);

    /** What a move needs is handed along; the engine and the library for schemas can't pass it on. */
    @ArchTest
    static final ArchRule thereAreNoOtherThreadLocals = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.baton.engine.token.MoveScope")
            .and()
            .doNotHaveFullyQualifiedName("dev.baton.lifecycle.BoundedPattern")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocal.class);

    @ArchTest
    static final ArchRule noMethodBehavesDifferentlyInsideATransaction =
            noClasses().should().callMethod(TransactionSynchronizationManager.class, "isActualTransactionActive");

    @ArchTest
    static final ArchRule noBeanNeedsToBeLazy =
            noClasses().should().dependOnClassesThat().areAssignableTo(Lazy.class);

    @ArchTest
    static final ArchRule onlyTheFirstStartWritesToTheConsole = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.baton.security.FirstStart")
            .should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule thereIsOneWayToLog = noClasses().should(USE_JAVA_UTIL_LOGGING);
}
