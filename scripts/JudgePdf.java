import java.io.InputStream;
import java.nio.file.*;
import java.util.*;
import javax.xml.parsers.DocumentBuilderFactory;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.*;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.*;
import org.verapdf.pdfa.validation.profiles.*;
import org.verapdf.pdfa.validation.validators.ValidatorFactory;
import org.w3c.dom.*;

/**
 * Validates PDF files against PDF/A-3A and PDF/UA-1 with veraPDF, and names the rules that each fails. The
 * profiles are read here, because the package that carries the libraries lacks the one that reads them.
 */
public class JudgePdf {
  public static void main(String[] files) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    Map<PDFAFlavour, ValidationProfile> profiles = new LinkedHashMap<>();
    profiles.put(PDFAFlavour.PDFA_3_A, profile(PDFAFlavour.PDFA_3_A, "PDFA-3A.xml"));
    profiles.put(PDFAFlavour.PDFUA_1, profile(PDFAFlavour.PDFUA_1, "PDFUA-1.xml"));
    int failures = 0;
    for (String file : files) {
      for (PDFAFlavour flavour : profiles.keySet()) {
        try (InputStream bytes = Files.newInputStream(Path.of(file));
            PDFAParser parser = Foundries.defaultInstance().createParser(bytes, flavour)) {
          PDFAValidator validator =
              ValidatorFactory.createValidator(profiles.get(flavour), 100, false, false, false);
          ValidationResult result = validator.validate(parser);
          boolean passes = result.isCompliant() && result.getTotalAssertions() > 0;
          if (!passes) failures++;
          System.out.printf(
              "%s %s %s (%d checks)%n",
              passes ? "pass" : "FAIL", flavour.getId(), Path.of(file).getFileName(), result.getTotalAssertions());
          Set<String> faults = new LinkedHashSet<>();
          for (TestAssertion one : result.getTestAssertions()) {
            if (one.getStatus() != TestAssertion.Status.FAILED) continue;
            RuleId rule = one.getRuleId();
            faults.add(String.format("  %s-%d: %s", rule.getClause(), rule.getTestNumber(), one.getMessage()));
          }
          faults.stream().limit(20).forEach(System.out::println);
        }
      }
    }
    System.exit(failures == 0 ? 0 : 1);
  }

  private static ValidationProfile profile(PDFAFlavour flavour, String name) throws Exception {
    try (InputStream xml = Profiles.class.getResourceAsStream("/org/verapdf/pdfa/validation/" + name)) {
      Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(xml).getDocumentElement();
      Set<Rule> rules = new HashSet<>();
      for (Element rule : elements(root, "rule")) rules.add(rule(rule));
      Set<Variable> variables = new HashSet<>();
      for (Element one : elements(root, "variable")) {
        variables.add(
            Profiles.variableFromValues(
                one.getAttribute("name"),
                one.getAttribute("object"),
                text(one, "defaultValue"),
                text(one, "value")));
      }
      ProfileDetails details = Profiles.profileDetailsFromValues(name, name, name, new Date(0));
      return Profiles.profileFromValues(flavour, details, "", rules, variables);
    }
  }

  private static Rule rule(Element rule) {
    Element id = elements(rule, "id").get(0);
    PDFAFlavour.Specification specification =
        PDFAFlavour.Specification.valueOf(id.getAttribute("specification"));
    RuleId rule_id =
        Profiles.ruleIdFromValues(
            specification, id.getAttribute("clause"), Integer.parseInt(id.getAttribute("testNumber")));
    List<ErrorArgument> none = List.of();
    return Profiles.ruleFromValues(
        rule_id,
        rule.getAttribute("object"),
        rule.hasAttribute("deferred") ? Boolean.valueOf(rule.getAttribute("deferred")) : null,
        rule.getAttribute("tags"),
        text(rule, "description"),
        text(rule, "test"),
        Profiles.errorFromValues(text(elements(rule, "error").get(0), "message"), none),
        List.of());
  }

  private static List<Element> elements(Element parent, String name) {
    NodeList found = parent.getElementsByTagName(name);
    List<Element> list = new ArrayList<>();
    for (int index = 0; index < found.getLength(); index++) list.add((Element) found.item(index));
    return list;
  }

  private static String text(Element parent, String name) {
    return elements(parent, name).get(0).getTextContent();
  }
}
