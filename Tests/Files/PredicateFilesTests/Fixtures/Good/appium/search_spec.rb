require 'appium_lib'

describe 'search' do
  it 'finds' do
    find_element(:predicate, "type == 'XCUIElementTypeSearchField'").click
    driver.find_element(:predicate, 'label CONTAINS[c] "lisbon" AND visible == 1')
    driver.find_element(:class_chain, '**/XCUIElementTypeCell[`label == "Lisbon"`]')
  end
end
